/** Searching the rules as one types. */
import type { Chapter, Rulebook } from './rulebook';

/** The words somebody looks for, in lower case. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(word => word !== '');
}

/** Chapters with only those rules that hold every word, in number, title or text. All of them without a word. */
export function search(book: Rulebook, words: readonly string[]): { chapters: Chapter[]; found: number } {
  const all = book.chapters.reduce((sum, chapter) => sum + chapter.rules.length, 0);
  if (words.length === 0) return { chapters: book.chapters, found: all };
  const holds = (part: { number: string | null; title: string; text: string }): boolean => {
    const text = `${part.number ?? ''} ${part.title} ${part.text}`.toLowerCase();
    return words.every(word => text.includes(word));
  };
  let found = 0;
  const chapters: Chapter[] = [];
  for (const chapter of book.chapters) {
    const rules = chapter.rules.filter(holds);
    const opening = holds({ ...chapter, title: '' }) && chapter.text !== '';
    if (rules.length === 0 && !opening) continue;
    found += rules.length + (opening ? 1 : 0);
    chapters.push({ ...chapter, html: opening ? chapter.html : '', rules });
  }
  return { chapters, found };
}

/** The same HTML with every found word marked. Tags and entities are left alone. */
export function highlight(html: string, words: readonly string[]): string {
  if (words.length === 0) return html;
  const pattern = new RegExp(words.map(word => escapeHtml(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi');
  return html
    .split(/(<[^>]*>|&(?:#\d+|\w+);)/)
    .map(part => (part.startsWith('<') || /^&[^;\s]+;$/.test(part) ? part : part.replace(pattern, found => `<mark>${found}</mark>`)))
    .join('');
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
