import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRule, readRulebook } from '../../src/rules/rulebook';
import { highlight, search, wordsOf } from '../../src/rules/search';

const book = readRulebook(readFileSync(join(import.meta.dirname, '../../../games/dreadnoughts/rules.md'), 'utf8'));

describe('a rulebook', () => {
  it('has chapters and rules with their numbers', () => {
    expect(book.title).toMatch(/Dreadnoughts/);
    const gunnery = book.chapters.find(chapter => chapter.number === '6');
    expect(gunnery?.title).toBe('Gunnery');
    expect(gunnery?.rules.map(rule => rule.number)).toContain('6.12');
    expect(book.chapters.map(chapter => chapter.key)).toContain('charts');
  });

  it.each(['dreadnoughts', 'dawn-of-empire'])('has an anchor for every number of %s', game => {
    const file = (name: string): string => readFileSync(join(import.meta.dirname, '../../../games', game, name), 'utf8');
    const numbers = [...file('rules.toml').matchAll(/^number = "([^"]+)"/gm)].map(found => found[1] ?? '');
    expect(numbers.length).toBeGreaterThan(100);
    const read = readRulebook(file('rules.md'));
    expect(numbers.filter(number => !read.numbers.has(number) && findRule(read, number) === null)).toEqual([]);
  });

  it('knows capital letters in numbers', () => {
    const small = readRulebook('## 4 Turn\n\n### 4.0 All\nSee 4.0A, 4.0B, 11.A.\n\n### 4.0A First\n- **A)** x\n\n## 11 More\n\n### 11.A Extra\ny');
    expect(small.chapters[0]?.rules.map(rule => rule.number)).toEqual(['4.0', '4.0A']);
    expect(small.chapters[0]?.rules[0]?.html).toContain('href="#11.A"');
    expect(findRule(small, '11.A')?.title).toBe('Extra');
  });

  it('has an anchor at each clause', () => {
    expect(findRule(book, '6.7c')?.number).toBe('6.7');
    expect(findRule(book, '6.7')?.html).toContain('id="6.7c"');
    expect(book.numbers.has('6.7c')).toBe(true);
    expect(findRule(book, '99.9')).toBeNull();
  });

  it('has every anchor once', () => {
    const all = book.chapters.flatMap(chapter => [chapter.key, ...chapter.rules.flatMap(rule => [rule.key, ...[...rule.html.matchAll(/ id="([^"]+)"/g)].map(found => found[1])])]);
    expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([]);
  });

  it('links numbers that exist and no others', () => {
    const small = readRulebook('# R\n\n## 1 One\n\n### 1.1 First\nSee 1.2, 1.9, C1 and C1.3; at -2 nothing.\n\n### 1.2 Second\nx\n\n### C1 Chart\ny');
    const html = small.chapters[0]?.rules[0]?.html ?? '';
    expect(html).toContain('<a class="ref" href="#1.2">1.2</a>');
    expect(html).toContain('<a class="ref" href="#C1">C1</a> and C1.3');
    expect(html).not.toContain('#1.9');
    expect(html).toContain('at \u22122 nothing');
  });

  it('shows tags instead of obeying them', () => {
    const html = readRulebook('## 1 One\n\n### 1.1 First\n<img src=x onerror=alert(1)> and <script>alert(1)</script>').chapters[0]?.rules[0]?.html ?? '';
    expect(html).not.toMatch(/<(img|script)/);
  });
});

describe('searching the rules', () => {
  it('keeps rules that hold every word', () => {
    const { chapters, found } = search(book, wordsOf('Smoke  HEX'));
    const rules = chapters.flatMap(chapter => chapter.rules);
    expect(found).toBeGreaterThan(0);
    expect(rules.length).toBeGreaterThan(3);
    for (const rule of rules) expect(`${rule.number} ${rule.title} ${rule.text}`.toLowerCase()).toMatch(/smoke/);
    expect(search(book, ['xyzzy'])).toEqual({ chapters: [], found: 0 });
  });

  it('finds a rule by its number', () => {
    expect(search(book, ['6.7']).chapters.flatMap(chapter => chapter.rules).map(rule => rule.number)).toContain('6.7');
  });

  it('marks words in the text, not in tags or entities', () => {
    expect(highlight('<a href="#fire">Fire</a> &amp; fire', ['fire'])).toBe('<a href="#fire"><mark>Fire</mark></a> &amp; <mark>fire</mark>');
    expect(highlight('a &amp; b', ['amp'])).toBe('a &amp; b');
    expect(highlight('1.5 dice', ['.'])).toBe('1<mark>.</mark>5 dice');
  });
});
