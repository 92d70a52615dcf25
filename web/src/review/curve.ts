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
  /** Where the name of the side stands: in the middle of where the band is widest, if it has room for it. */
  label: Spot | null;
}

interface Spot {
  x: number;
  y: number;
}

/** Where a step of the match lies on the curve, from 0 to 1: decisions that were not weighed have their room too. */
export function partOf(moments: readonly Moment[], step: number): number {
  return Math.min(1, step / Math.max(1, moments.at(-1)?.step ?? 0));
}

/** The chances of all seats one above the other, from the first moment to the end. */
export function bandsOf({ moments, seats }: Review, { width, height }: Frame): Band[] {
  const line = (order: number): Spot[] => moments.map(({ step, chances }) => ({
    x: partOf(moments, step) * width, y: chances.slice(0, order).reduce((sum, chance) => sum + chance, 0) * height,
  }));
  const path = (spots: readonly Spot[]) => spots.map(({ x, y }) => `${short(x)},${short(y)}`).join('L');
  return seats.map(({ seat, name }, order) => {
    const [top, foot] = [line(order), line(order + 1)];
    return { seat, area: `M${path(top)}L${path(foot.toReversed())}Z`, edge: `M${path(top)}`, label: labelOf(top, foot, name.length * LETTER, width) };
  });
}

/** What a name needs, in pixels: the width of a letter, its height with room above and below, and room to the edges of the frame. */
const LETTER = 8.2;
const ROOM = 24;
const MARGIN = 8;

/** Names are tried so far from each other, in pixels. */
const PACE = 6;

/** The place of a name that has most room between two lines, over all its width. */
function labelOf(top: readonly Spot[], foot: readonly Spot[], length: number, width: number): Spot | null {
  let [best, most]: [Spot | null, number] = [null, ROOM];
  for (let left = MARGIN; left + length <= width - MARGIN; left += PACE) {
    const ceiling = Math.max(...between(top, left, left + length));
    const floor = Math.min(...between(foot, left, left + length));
    if (floor - ceiling > most) [best, most] = [{ x: left + length / 2, y: (ceiling + floor) / 2 }, floor - ceiling];
  }
  return best;
}

/** The heights of a line from one place to another: at both, and at all its bends. */
function between(line: readonly Spot[], from: number, to: number): number[] {
  return [heightAt(line, from), ...line.filter(({ x }) => x > from && x < to).map(({ y }) => y), heightAt(line, to)];
}

function heightAt(line: readonly Spot[], at: number): number {
  const after = line.findIndex(({ x }) => x >= at);
  const [one, other] = [line[after - 1], line.at(after)];
  if (!one || !other) return other?.y ?? 0;
  return one.y + ((other.y - one.y) * (at - one.x)) / (other.x - one.x);
}

/** Where turns begin, from 0 to 1. */
export function turnsOf(moments: readonly Moment[]): { turn: number; part: number }[] {
  return moments.flatMap(({ turn, step }, index) => (turn === null || turn === moments[index - 1]?.turn ? [] : [{ turn, part: partOf(moments, step) }]));
}

/** The turns whose figures have room beside each other; the first one stands behind a word. */
export function legibleTurns(turns: readonly { turn: number; part: number }[], width: number): Set<number> {
  const [word, figure] = [48, 18];
  let free = -Infinity;
  return new Set(turns.filter(({ part }, index) => {
    const fits = part * width >= free;
    if (fits) free = part * width + (index === 0 ? word : figure);
    return fits;
  }).map(({ turn }) => turn));
}

/** Places along a line, pushed apart as far as is needed, within the line; in the order in which they came. */
export function apart(places: readonly number[], gap: number, width: number): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => places[a]! - places[b]!);
  const pushed = [...places];
  order.forEach((index, rank) => {
    if (rank > 0) pushed[index] = Math.max(pushed[index]!, pushed[order[rank - 1]!]! + gap);
  });
  // What was pushed over the end goes back, and pushes the others.
  let end = width;
  for (const index of order.toReversed()) {
    pushed[index] = Math.min(pushed[index]!, end);
    end = pushed[index] - gap;
  }
  return pushed;
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
