import { describe, expect, it } from 'vitest';
import { hidden } from './beneath';
import type { Camera } from './camera';

describe('what a box of the page hides', () => {
  // A sheet at half its size, a hundred pixels to the right.
  const camera = { onSheet: (x: number, y: number) => ({ x: (x - 100) * 2, y: y * 2 }) } as Camera;
  const box = { left: 110, top: 10, right: 160, bottom: 40 };

  it('is what stands beneath it or reaches there', () => {
    const at = (x: number, y: number) => hidden(camera, box, [{ x, y }], 10);
    expect([at(60, 50), at(15, 50), at(5, 50), at(125, 50), at(135, 50), at(60, 95)]).toEqual([1, 1, 0, 1, 0, 0]);
  });

  it('is counted', () => {
    expect(hidden(camera, box, [{ x: 60, y: 50 }, { x: 70, y: 50 }, { x: 500, y: 50 }], 10)).toBe(2);
    expect(hidden(camera, box, [], 10)).toBe(0);
  });
});
