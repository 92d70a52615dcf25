import type { Choosable } from '../wire';

/** Buttons that differ by numbers alone: `bid-3`, `bid-4`. They are one choice and one or more amounts. */
export interface Series {
  /** What stands before the numbers. */
  stem: string;
  /** Its first word: series of one head are one question. */
  head: string;
  entries: { values: number[]; choice: Choosable }[];
}

/** So many buttons are still buttons. */
const FEW = 3;

/** Splits buttons into those that are amounts and all others. */
export function seriesOf(buttons: readonly Choosable[]): { series: Series[]; rest: Choosable[] } {
  const found = new Map<string, Series>();
  for (const choice of buttons) {
    const { target, actor } = choice.offer;
    const [, stem, numbers] = (target.kind === 'button' && actor === null && /^(.+?)((?:-\d+)+)$/.exec(target.key)) || [];
    // Ways to turn are no amounts.
    if (stem === undefined || numbers === undefined || stem === 'face') continue;
    const series = found.get(stem) ?? { stem, head: stem.split('-')[0] as string, entries: [] };
    series.entries.push({ values: numbers.slice(1).split('-').map(Number), choice });
    found.set(stem, series);
  }
  const all = [...found.values()];
  const many = all.filter(({ head }) => all.filter(other => other.head === head).reduce((sum, { entries }) => sum + entries.length, 0) > FEW);
  const taken = new Set(many.flatMap(({ entries }) => entries.map(({ choice }) => choice)));
  return { series: many, rest: buttons.filter(choice => !taken.has(choice)) };
}

/** The amounts that one of the numbers of a series may have, the others being what they are. */
export function spanOf({ entries }: Series, at: number, values: readonly number[]): number[] {
  const open = entries.filter(entry => entry.values.every((value, index) => index === at || value === values[index]));
  return [...new Set(open.map(entry => entry.values[at] ?? 0))].toSorted((a, b) => a - b);
}

/** The entry with these amounts, or the one that comes nearest. */
export function entryOf({ entries }: Series, values: readonly number[]): Series['entries'][number] | null {
  const far = (entry: Series['entries'][number]) => entry.values.reduce((sum, value, index) => sum + Math.abs(value - (values[index] ?? value)), 0);
  return entries.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

/** What the numbers of a series count, as its words say: `navies` and `armies` of `Send 2 navies and 3 armies`. */
export function unitsOf({ entries }: Series): string[] {
  const fullest = entries.toSorted((a, b) => b.values.reduce((sum, value) => sum + value, 0) - a.values.reduce((sum, value) => sum + value, 0))[0];
  if (!fullest) return [];
  const words = [...fullest.choice.offer.label.matchAll(/(\d+) (?!for )(\p{L}+)/gu)];
  // An amount of nothing may go without a word.
  return fullest.values.map(value => (Number(words[0]?.[1]) === value ? (words.shift()?.[2] ?? '') : ''));
}

/** Whether one of the numbers of a series can differ at all. */
export function differs({ entries }: Series, at: number): boolean {
  return entries.some(({ values }) => values[at] !== entries[0]?.values[at]);
}
