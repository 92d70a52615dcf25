import { describe, expect, it } from 'vitest';
import type { Review } from '../wire';
import { apart, bandsOf, indexOf, legibleTurns, towards, turnsOf } from './curve';

const moment = (step: number, turn: number | null, ...chances: number[]) => ({ step, turn, seat: 0, chances });
const seat = (number: number, name: string) => ({ seat: number, side: name, name, colour: 'blue', decisions: 1, lost: 0, error: 0, luck: 0 });
const review: Review = {
  title: 'Strait', seats: [seat(0, 'Blue'), seat(1, 'Stone')], mistakes: [], throws: [], decisions: 3, passed: 0, playouts: 9,
  moments: [moment(0, 1, 0.5, 0.5), moment(4, 1, 0.75, 0.25), moment(10, 2, 0, 1)],
};

describe('the curve of a review', () => {
  it('stacks the chances of all seats, so that they fill the frame, each where its decision lies in the match', () => {
    const [first, second] = bandsOf(review, { width: 200, height: 100 });
    expect(first!.area).toBe('M0,0L80,0L200,0L200,0L80,75L0,50Z');
    expect(second!.area).toBe('M0,50L80,75L200,0L200,100L80,100L0,100Z');
    expect(second!.edge).toBe('M0,50L80,75L200,0');
  });

  it('names a band where it is widest over all of the name, and not one that has no room', () => {
    const flat: Review = { ...review, moments: [moment(0, 1, 0.5, 0.5), moment(5, 1, 0.6, 0.4), moment(10, 1, 0.6, 0.4)] };
    const [first, second] = bandsOf(flat, { width: 400, height: 100 });
    // Where the edge is level at 60 the upper band is widest; the lower one is so at the very beginning.
    expect(first!.label!.x).toBeGreaterThan(200);
    expect(first!.label!.y).toBe(30);
    expect(second!.label!.x).toBeLessThan(40);
    expect(bandsOf(flat, { width: 400, height: 50 })[1]!.label).toBeNull();
    expect(bandsOf(flat, { width: 40, height: 100 })[0]!.label).toBeNull();
  });

  it('does not name a band that is wide for a moment only', () => {
    const peak: Review = { ...review, moments: [moment(0, 1, 0, 1), moment(5, 1, 0, 1), moment(6, 1, 0.9, 0.1), moment(7, 1, 0, 1), moment(10, 1, 0, 1)] };
    expect(bandsOf(peak, { width: 100, height: 100 })[0]!.label).toBeNull();
    expect(bandsOf(peak, { width: 1000, height: 100 })[0]!.label).not.toBeNull();
  });

  it('knows where turns begin', () => {
    expect(turnsOf(review.moments)).toEqual([{ turn: 1, part: 0 }, { turn: 2, part: 1 }]);
    expect(turnsOf([moment(0, null, 1)])).toEqual([]);
  });

  it('prints the turns that have room', () => {
    const turns = [1, 2, 3, 4].map(turn => ({ turn, part: [0, 0.3, 0.5, 0.55][turn - 1]! }));
    expect([...legibleTurns(turns, 200)]).toEqual([1, 2, 3]);
    expect([...legibleTurns(turns, 100)]).toEqual([1, 3]);
  });

  it('pushes marks apart, and not over the end', () => {
    expect(apart([50, 10, 52], 12, 100)).toEqual([50, 10, 62]);
    expect(apart([98, 97, 20], 12, 100)).toEqual([100, 88, 20]);
    expect(apart([], 12, 100)).toEqual([]);
  });

  it('finds the moment of a step, or the last before it', () => {
    expect([0, 3, 4, 9, 10, 40].map(step => indexOf(review.moments, step))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('goes to the next moment on the way to a step', () => {
    expect([1, 4, 5, 40].map(step => towards(review.moments, 0, step))).toEqual([1, 1, 2, 2]);
    expect([9, 4, 3, 0].map(step => towards(review.moments, 2, step))).toEqual([1, 1, 0, 0]);
  });
});
