import { describe, expect, it } from 'vitest';
import { isNoise, inPoints, percent, points, rise, within } from './figures';

describe('chances in figures', () => {
  it('have one decimal', () => {
    expect([percent(0.5), percent(1), inPoints(1.728)]).toEqual(['50.0%', '100.0%', '172.8']);
    expect([inPoints(-0.062), inPoints(-0.0004)]).toEqual(['−6.2', '0.0']);
  });

  it('change with a sign, unless nothing of the change is printed', () => {
    expect([0.241, -0.038, 0, 0.0004, -0.0004].map(points)).toEqual(['+24.1', '−3.8', '0.0', '0.0', '0.0']);
    expect([0.241, -0.038, 0, 0.0004, -0.0004].map(rise)).toEqual([1, -1, 0, 0, 0]);
  });

  it('are never said to be known for certain', () => {
    expect([within(0.0205), within(0.167, '')]).toEqual(['±4.1%', '±33.4']);
    expect([within(0.0001), within(0, '')]).toEqual(['under ±0.1%', 'under ±0.1']);
  });

  it('are noise where they may be off by as much as they are', () => {
    expect([isNoise(0.023, 0.056), isNoise(0.479, 0.167), isNoise(0, 0)]).toEqual([true, false, true]);
  });
});
