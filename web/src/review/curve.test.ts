import { describe, expect, it } from 'vitest';
import type { Review } from '../wire';
import { bandsOf, indexOf, towards, turnsOf } from './curve';

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

  it('names a band where it is wide, and not one that has no room', () => {
    const [first, second] = bandsOf(review, { width: 200, height: 100 });
    expect(first!.label).toEqual({ x: 80, y: 37.5 });
    expect(second!.label).toEqual({ x: 80, y: 87.5 });
    expect(bandsOf(review, { width: 200, height: 40 })[1]!.label).toBeNull();
  });

  it('knows where turns begin', () => {
    expect(turnsOf(review.moments)).toEqual([{ turn: 1, part: 0 }, { turn: 2, part: 1 }]);
    expect(turnsOf([moment(0, null, 1)])).toEqual([]);
  });

  it('finds the moment of a step, or the last before it', () => {
    expect([0, 3, 4, 9, 10, 40].map(step => indexOf(review.moments, step))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('goes to the next moment on the way to a step', () => {
    expect([1, 4, 5, 40].map(step => towards(review.moments, 0, step))).toEqual([1, 1, 2, 2]);
    expect([9, 4, 3, 0].map(step => towards(review.moments, 2, step))).toEqual([1, 1, 0, 0]);
  });
});
