/** A game's rules, cut from `rules.md` into chapters, numbered rules and lettered clauses, each with its anchor. */
import { Marked, type Tokens } from 'marked';

export type Rule = {
  /** `6.7`, `C2`, `X1`; what has no number has a name made of its title. */
  key: string;
  number: string | null;
  title: string;
  /** What it says, as HTML without its title. */
  html: string;
  /** All of its words, for the search. */
  text: string;
};

export type Chapter = { key: string; number: string | null; title: string; html: string; text: string; rules: Rule[] };
export type Rulebook = { title: string; preface: string; chapters: Chapter[]; /** Every number that can be linked to. */ numbers: Set<string> };

const NUMBER = /^(\d+(?:\.\d+[A-Za-z]?|\.[A-Z]|[a-z])?|[A-Z]\d+[a-z]?)\s+(.+)$/;
const CLAUSE = /^\s*[-*]\s+\*\*([A-Za-z])\)\*\*/;
/** A row of a chart with a number of its own: `| C1.3 | …`. */
const ROW = /^\|\s*([A-Z]?\d+\.\d+)\s*\|/;
/** Numbers in the text; linked only where the book has such a rule. */
const REFERENCE = /(?<![\w.])(\d{1,2}\.(?:\d{1,2}[A-Za-z]?|[A-Z])|[A-Z]\d{1,2}(?:\.\d{1,2})?[a-z]?)(?!\w|\.\d)/g;

type Section = { level: number; heading: string; lines: string[] };

export function readRulebook(markdown: string): Rulebook {
  const sections = cut(markdown);
  const numbers = numbersOf(sections);
  const used = new Set<string>();
  const book: Rulebook = { title: '', preface: '', chapters: [], numbers };
  for (const { level, heading, lines } of sections) {
    const found = NUMBER.exec(heading);
    const number = found?.[1] ?? null;
    const title = found?.[2] ?? heading;
    if (level <= 1) {
      book.title = heading || book.title;
      book.preface += html(lines, null, numbers);
      continue;
    }
    const key = unique(number ?? slug(title), used);
    const part = { key, number, title, html: html(lines, number, numbers), text: plain(lines) };
    const chapter = book.chapters.at(-1);
    if (level === 2 || !chapter) book.chapters.push({ ...part, rules: [] });
    else chapter.rules.push(part);
  }
  return book;
}

function cut(markdown: string): Section[] {
  const sections: Section[] = [{ level: 0, heading: '', lines: [] }];
  let fenced = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('```')) fenced = !fenced;
    const heading = fenced ? null : /^(#{1,3})\s+(.*?)\s*#*$/.exec(line);
    if (heading?.[1] !== undefined) sections.push({ level: heading[1].length, heading: heading[2] ?? '', lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function numbersOf(sections: readonly Section[]): Set<string> {
  const numbers = new Set<string>();
  for (const { level, heading, lines } of sections) {
    const number = level > 1 ? NUMBER.exec(heading)?.[1] : undefined;
    if (number === undefined) continue;
    numbers.add(number);
    for (const line of lines) {
      const clause = CLAUSE.exec(line)?.[1];
      if (clause !== undefined) numbers.add(number + clause);
      const row = ROW.exec(line)?.[1];
      if (row?.startsWith(`${number}.`)) numbers.add(row);
    }
  }
  return numbers;
}

function html(lines: readonly string[], number: string | null, numbers: ReadonlySet<string>): string {
  const text = lines.join('\n').trim();
  if (text === '') return '';
  const marked = new Marked({
    renderer: {
      // The rules are words: whatever looks like a tag is shown, not obeyed.
      html: ({ text: raw }) => escape(raw),
      text(token) {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
        return linked(escape(token.text), numbers);
      },
      blockquote({ tokens }) {
        return `<aside class="ruling">${this.parser.parse(tokens)}</aside>`;
      },
      table(token: Tokens.Table) {
        const cell = (one: Tokens.TableCell, tag: string): string => `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const head = token.header.map(one => cell(one, one.text.trim() === '' ? 'td' : 'th')).join('');
        const rows = token.rows.map(row => {
          const own = row[0]?.text.trim() ?? '';
          if (number === null || !own.startsWith(`${number}.`)) return `<tr>${row.map(one => cell(one, 'td')).join('')}</tr>`;
          const named = `<th scope="row"><a href="#${escape(own)}">${escape(own)}</a></th>`;
          return `<tr id="${escape(own)}">${named}${row.slice(1).map(one => cell(one, 'td')).join('')}</tr>`;
        }).join('');
        return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
      listitem(item) {
        const letter = CLAUSE.exec(item.raw)?.[1];
        const body = this.parser.parse(item.tokens);
        if (letter === undefined) return `<li>${body}</li>`;
        const words = body.replace(/^(<p>)?<strong>[A-Za-z]\)<\/strong>\s*/, '$1');
        if (number === null) return `<li class="clause"><b class="letter">${letter}</b>${words}</li>`;
        return `<li class="clause" id="${number}${letter}"><a class="letter" href="#${number}${letter}">${letter}</a><span>${words}</span></li>`;
      },
      list(token) {
        const items = token.items.map(item => this.listitem(item)).join('');
        return token.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

function linked(text: string, numbers: ReadonlySet<string>): string {
  const printed = text.replace(/(^|[\s(])-(?=\d)/g, '$1\u2212');
  return printed.replace(REFERENCE, found => (numbers.has(found) ? `<a class="ref" href="#${found}">${found}</a>` : found));
}

function escape(text: string): string {
  // Marked has written entities already where the source had them.
  return text.replace(/&(?!(?:#\d+|#x[\da-f]+|\w+);)/gi, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function plain(lines: readonly string[]): string {
  return lines.join(' ').replace(/[*_`>|#]|-{3,}/g, ' ').replace(/\s+/g, ' ').trim();
}

function slug(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

function unique(key: string, used: Set<string>): string {
  let free = key;
  for (let copy = 2; used.has(free); copy++) free = `${key}-${copy}`;
  used.add(free);
  return free;
}

/** The rule of a number; the number of a clause or of a chart's row finds the rule it stands in. Chapters are found too, with what opens them. */
export function findRule(book: Rulebook, number: string): Rule | null {
  const wanted = [number, number.replace(/[A-Za-z]$/, ''), number.replace(/\.\d+$/, '')];
  for (const key of wanted) {
    for (const chapter of book.chapters) {
      if (chapter.key === key) return chapter;
      const rule = chapter.rules.find(one => one.key === key);
      if (rule) return rule;
    }
  }
  return null;
}
