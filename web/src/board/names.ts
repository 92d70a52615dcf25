import type { Piece } from '../wire';

/** A name that fits on a counter: the first word is cut short where it must be. */
export function shortName(name: string, most = 12): string {
  if (name.length <= most) return name;
  const words = name.split(' ');
  const [first, ...rest] = words;
  if (first !== undefined && rest.length > 0 && first.length > 3) {
    const cut = `${first.slice(0, first.length > 6 ? 3 : 2)}. ${rest.join(' ')}`;
    if (cut.length <= most + 2) return cut;
    const last = `${first.slice(0, 1)}. ${rest[rest.length - 1]}`;
    if (last.length < name.length) return last;
  }
  return name;
}

/** A name of one line for a small counter: the last word whole, or the beginning of a long one. */
export function briefName(name: string, most = 11): string {
  if (name.length <= most) return name;
  const words = name.split(' ');
  const last = words[words.length - 1] as string;
  if (words.length > 1 && last.length + 3 <= most + 1) return `${name.slice(0, 1)}. ${last}`;
  return last.length > most ? `${last.slice(0, most - 2)}.` : last;
}

/** The size of type at which a name fits a width, never larger than `size`. */
export function typeSize(name: string, width: number, size: number): number {
  const advance = 0.455;
  return Math.max(6.5, Math.min(size, width / (name.length * advance)));
}

/** A value of a piece by its name. */
export function valueOf(piece: Piece, name: string): string | null {
  return piece.values.find(value => value.name === name)?.value ?? null;
}

/** An order that a piece has and has not carried out yet, as its values tell it. */
export function orderOf(piece: Piece): string | null {
  const badge = piece.badges.find(({ kind }) => kind === 'order');
  if (badge) return badge.text;
  const ordered = valueOf(piece, 'speed')?.split(', ordered ');
  return ordered?.[1] ?? null;
}
