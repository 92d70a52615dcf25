import { short } from '../board/ground';
import type { Moment, Review } from '../wire';

/** How wide and how high the curve is drawn. */
export interface Frame {
  width: number;
  height: number;
}

/** What one seat could hope for, as a band: all bands together fill the frame. */
export interface Band {
  seat: number;
  area: string;
  /** The upper edge, for a line that tells neighbours apart without colour. */
  edge: string;
  /** Where the name of the side stands: in the middle of the widest part near the end. */
  label: { x: number; y: number } | null;
}

/** The chances of all seats one above the other, from the first moment to the end. */
export function bandsOf({ moments, seats }: Review, { width, height }: Frame): Band[] {
  const x = (index: number) => (moments.length < 2 ? 0 : (index / (moments.length - 1)) * width);
  const below = (moment: Moment, seat: number) => moment.chances.slice(0, seat).reduce((sum, chance) => sum + chance, 0);
  return seats.map(({ seat }, order) => {
    const top = moments.map((moment, index) => `${short(x(index))},${short(below(moment, order) * height)}`);
    const foot = moments.map((moment, index) => `${short(x(index))},${short(below(moment, order + 1) * height)}`);
    return { seat, area: `M${top.join('L')}L${foot.toReversed().join('L')}Z`, edge: `M${top.join('L')}`, label: labelOf(moments, order, x, height, below) };
  });
}

/** A name needs so much room, in pixels. */
const ROOM = 20;

function labelOf(moments: readonly Moment[], order: number, x: (index: number) => number, height: number, below: (moment: Moment, seat: number) => number): Band['label'] {
  let [best, most]: [Band['label'], number] = [null, ROOM];
  moments.forEach((moment, index) => {
    const part = index / Math.max(1, moments.length - 1);
    const wide = (moment.chances[order] ?? 0) * height;
    // Not at the very edges, where a name would be cut.
    if (part > 0.08 && part < 0.8 && wide > most) [best, most] = [{ x: x(index), y: below(moment, order) * height + wide / 2 }, wide];
  });
  return best;
}

/** Where turns begin, from 0 to 1. */
export function turnsOf(moments: readonly Moment[]): { turn: number; part: number }[] {
  return moments.flatMap(({ turn }, index) => (turn === null || turn === moments[index - 1]?.turn ? [] : [{ turn, part: index / Math.max(1, moments.length - 1) }]));
}

/** The place of a step on the curve: that of the last moment that is not after it. */
export function indexOf(moments: readonly Moment[], step: number): number {
  return Math.max(0, moments.findLastIndex(moment => moment.step <= step));
}
