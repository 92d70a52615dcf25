import { describe, expect, it } from 'vitest';
import * as struggle from '../../tests/fixtures/struggle.mjs';
import type { Scene } from '../wire';
import { ChartGround } from './chartGround';
import { clustersOf } from './clusters';
import { groundOf } from './grounds';
import { countOf, isPile, pilesOf } from './piles';

const scene = struggle.turn.scene as unknown as Scene;
const ground = groundOf(scene.boards[0]!) as ChartGround;
const piles = pilesOf(scene, ground);
const pair = (one: string, other: string) => [one, other].toSorted().join('-');

describe('the world of 1756', () => {
  it('has a chart, and every name and every stand on the area that it belongs to', () => {
    expect(ground).toBeInstanceOf(ChartGround);
    for (const { key } of scene.boards[0]!.spaces) {
      // The name of a small land may stand in the water beside it.
      if (key !== 'provinces') expect(ground.at(ground.label(key)), `label of ${key}`).toBe(key);
      expect(ground.at(ground.stand(key).at), `stand of ${key}`).toBe(key);
      expect(ground.at(ground.counterStand(key).at), `counters of ${key}`).toBe(key);
    }
  });

  it('touches where the game says, but across the sea', () => {
    const drawn = new Set(ground.chart.borders.map(([one, other]) => pair(one, other)));
    const missing = struggle.BORDERS.map(([one, other]) => pair(one!, other!)).filter(name => !drawn.has(name));
    expect(missing).toEqual(['britain-ger']);
    const areas = new Set(['ger', 'bal', 'ceu', 'med', 'ott']);
    const known = new Set(struggle.BORDERS.map(([one, other]) => pair(one!, other!)));
    const more = [...drawn].filter(name => !known.has(name) && name.split('-').some(key => areas.has(key)));
    expect(more).toEqual([]);
  });

  it('is gone over by arrows, insets too', () => {
    expect(ground.toward('nam', 0, 1)).toBe('car');
    expect(ground.toward('britain', -1, 0)).not.toBeNull();
    const reached = new Set(['ger']);
    for (const from of reached) for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      const next = ground.toward(from, dx, dy);
      if (next !== null) reached.add(next);
    }
    expect([...reached].toSorted()).toEqual(scene.boards[0]!.spaces.map(({ key }) => key).toSorted());
  });

  it('cuts land at its coast and water not', () => {
    expect(ground.clip('france', 'table')).toBe('url(#land-table)');
    expect(ground.clip('med', 'table')).toBeUndefined();
    expect(ground.clip('ind', 'table')).toBeUndefined();
  });
});

describe('piles', () => {
  it('are no stacks', () => {
    expect(scene.pieces.every(isPile)).toBe(true);
    expect(clustersOf(scene, ground)).toEqual([]);
    expect(countOf(scene.pieces.find(({ key }) => key === 'prussia-army-ger')!)).toBe('4');
  });

  it('lie in rows by kind and in columns by side', () => {
    const at = (key: string) => piles.find(({ piece }) => piece.key === key)!.at;
    expect(at('britain-control-ger').y).toBe(at('prussia-control-ger').y);
    expect(at('britain-control-ger').x).toBe(at('britain-army-ger').x);
    expect(at('britain-control-ger').x).toBeLessThan(at('france-control-ger').x);
    expect(at('prussia-fort-ger').y).toBeGreaterThan(at('prussia-army-ger').y);
    // At home there is only one side: a line.
    expect(at('france-army-france').y).toBe(at('france-navy-france').y);
  });

  it('cover no other, not even seven sides in one place', () => {
    for (const [index, one] of piles.entries()) {
      for (const other of piles.slice(index + 1)) {
        if (one.space !== other.space) continue;
        const [dx, dy] = [Math.abs(one.at.x - other.at.x), Math.abs(one.at.y - other.at.y)];
        expect(dx >= 22 || dy >= 18, `${one.piece.key} and ${other.piece.key}`).toBe(true);
      }
    }
  });

  it('leave out what waits beside the map', () => {
    expect(piles.some(({ piece }) => piece.key === 'britain-army-supply')).toBe(false);
  });
});
