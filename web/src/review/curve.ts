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

/** Where a step of the match lies on the curve, from 0 to 1: decisions that were not weighed have their room too. */
export function partOf(moments: readonly Moment[], step: number): number {
  return Math.min(1, step / Math.max(1, moments.at(-1)?.step ?? 0));
}

/** The chances of all seats one above the other, from the first moment to the end. */
export function bandsOf({ moments, seats }: Review, { width, height }: Frame): Band[] {
  const x = (moment: Moment) => partOf(moments, moment.step) * width;
  const below = (moment: Moment, seat: number) => moment.chances.slice(0, seat).reduce((sum, chance) => sum + chance, 0);
  return seats.map(({ seat }, order) => {
    const top = moments.map(moment => `${short(x(moment))},${short(below(moment, order) * height)}`);
    const foot = moments.map(moment => `${short(x(moment))},${short(below(moment, order + 1) * height)}`);
    return { seat, area: `M${top.join('L')}L${foot.toReversed().join('L')}Z`, edge: `M${top.join('L')}`, label: labelOf(moments, order, x, height, below) };
  });
}

/** A name needs so much room, in pixels. */
const ROOM = 20;

function labelOf(moments: readonly Moment[], order: number, x: (moment: Moment) => number, height: number, below: (moment: Moment, seat: number) => number): Band['label'] {
  let [best, most]: [Band['label'], number] = [null, ROOM];
  moments.forEach(moment => {
    const part = partOf(moments, moment.step);
    const wide = (moment.chances[order] ?? 0) * height;
    // Not at the very edges, where a name would be cut.
    if (part > 0.08 && part < 0.8 && wide > most) [best, most] = [{ x: x(moment), y: below(moment, order) * height + wide / 2 }, wide];
  });
  return best;
}

/** Where turns begin, from 0 to 1. */
export function turnsOf(moments: readonly Moment[]): { turn: number; part: number }[] {
  return moments.flatMap(({ turn, step }, index) => (turn === null || turn === moments[index - 1]?.turn ? [] : [{ turn, part: partOf(moments, step) }]));
}

/** The moment that is meant by a step beside the one that is picked: the next one on the way there, so that single steps get on. */
export function towards(moments: readonly Moment[], at: number, step: number): number {
  if (step <= (moments[at]?.step ?? 0)) return indexOf(moments, step);
  const next = moments.findIndex(moment => moment.step >= step);
  return next < 0 ? moments.length - 1 : next;
}

/** The number of a step's moment: that of the last one that is not after it. */
export function indexOf(moments: readonly Moment[], step: number): number {
  return Math.max(0, moments.findLastIndex(moment => moment.step <= step));
}
