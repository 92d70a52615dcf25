import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as dawn from '../../../tests/fixtures/dawn.mjs';
import { coastOf } from '../../../tools/coast.mjs';
import type { Scene } from '../../wire';
import { ChartGround, inside } from '../chartGround';
import { clustersOf, layout, spread } from '../clusters';
import { groundOf } from '../grounds';
import { chartOf, charts } from './all';
import { cornersOf, MAIN, ringsOf, sharedSides, sides } from './chart';

const scene = dawn.battle.scene as unknown as Scene;
const ground = groundOf(scene.boards[0]!) as ChartGround;
const pair = (one: string, other: string) => [one, other].toSorted().join('-');

describe.each(Object.entries(charts))('the chart of %s', (name, { chart, coasts }) => {
  it('has areas that touch exactly where its borders say', () => {
    const touching = new Set(sharedSides(chart).map(({ areas: [one, other] }) => pair(one ?? '', other ?? '')));
    expect([...touching].toSorted()).toEqual(chart.borders.map(([one, other]) => pair(one, other)).toSorted());
  });

  it('names no corner that is not there, and none for nothing', () => {
    const used = new Set(Object.values(chart.areas).flatMap(({ rings }) => Object.values(rings).flatMap(ring => ringsOf(chart, ring).flat())));
    const known = cornersOf(chart);
    expect([...used].filter(corner => !known.has(corner))).toEqual([]);
    expect([...known.keys()].filter(corner => !used.has(corner))).toEqual([]);
  });

  it('gives each side to two areas at most', () => {
    for (const { ends, areas } of sides(chart)) expect(areas.length, ends.join(' ')).toBeLessThanOrEqual(2);
  });

  it('keeps the coasts that the tool draws', async () => {
    const kept = JSON.parse(readFileSync(new URL(`./${name}.coast.json`, import.meta.url), 'utf8')) as Record<string, string>;
    for (const [key, map] of Object.entries(chart.maps)) expect(kept[key]).toBe(coastOf(map, key === MAIN ? 420 : 0));
    expect(await coasts()).toEqual(kept);
  });
});

describe('the Atlantic of 1898', () => {
  it('is drawn for its board, and for no other', () => {
    const board = scene.boards[0]!;
    expect(chartOf(board)?.chart.board).toBe('chart');
    expect(chartOf({ ...board, key: 'other' })).toBeNull();
    expect(board.kind === 'areas' && chartOf({ ...board, spaces: [...board.spaces, { ...board.spaces[0]!, key: 'moon' }] })).toBeNull();
  });

  it('has the borders of the game', () => {
    expect(ground.chart.borders.map(([one, other]) => pair(one, other)).toSorted()).toEqual(dawn.BORDERS.map(([one, other]) => pair(one!, other!)).toSorted());
  });

  it('has its ports on the areas that they open to, and finds both under the pointer', () => {
    for (const [port, area] of dawn.HAVENS as [string, string][]) {
      const { x, y } = ground.label(port);
      expect(ground.at({ x, y })).toBe(port);
      // A step from the sign in some direction lies in the area.
      const around = Array.from({ length: 24 }, (_, step) => ({ x: x + 24 * Math.cos((step * Math.PI) / 12), y: y + 24 * Math.sin((step * Math.PI) / 12) }));
      expect(around.map(point => ground.at(point)), `${port} at ${area}`).toContain(area);
    }
  });

  it('has every label and every stand of an area in it', () => {
    for (const { key } of scene.boards[0]!.spaces.filter(({ terrain }) => terrain === 'sea')) {
      expect(ground.at(ground.label(key)), `label of ${key}`).toBe(key);
      expect(ground.at(ground.centre(key)), `stand of ${key}`).toBe(key);
    }
  });

  it('goes from area to area, not over land', () => {
    const ways = ground.route('gom', 'nar');
    expect(ways).toEqual(['gom', 'fls', 'bah', 'nar'].map(key => ground.centre(key)));
    expect(ground.toward('gom', 1, 0)).not.toBeNull();
  });

  it('knows inside from outside', () => {
    const square = [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 4 }, { x: 0, y: 4 }];
    expect(inside(square, { x: 1, y: 2 })).toBe(true);
    expect(inside(square, { x: 5, y: 2 })).toBe(false);
  });
});

describe('stacks', () => {
  it('are one for each group, and one for the pieces of a side that have none', () => {
    const clusters = clustersOf(scene, ground);
    expect(clusters.filter(({ group }) => group !== null).length).toBe(scene.groups.length);
    expect(clusters.find(({ key }) => key === 'kw/us')).toMatchObject({ count: 2, space: 'kw' });
    expect(clusters.find(({ key }) => key === 'us-1')).toMatchObject({ count: 9 });
    expect(clusters.find(({ key }) => key === 'us-1')?.leaders.map(({ key }) => key)).toEqual(['sampson']);
    expect(clusters.find(({ key }) => key === 'es-1')).toMatchObject({ count: 2, pieces: [] });
  });

  it('stand side by side, in two rows at most, closer where they are many', () => {
    const stand = { at: { x: 100, y: 100 }, scale: 1, across: 3 };
    expect(layout(1, stand)).toEqual([{ x: 100, y: 100 }]);
    const many = layout(9, stand);
    expect(new Set(many.map(({ y }) => y)).size).toBe(2);
    expect(new Set(many.map(({ x, y }) => `${x},${y}`)).size).toBe(9);
  });

  it('open within the sheet', () => {
    for (const cluster of clustersOf(scene, ground)) {
      for (const { at } of spread(cluster, ground.bounds)) {
        expect(at.x).toBeGreaterThan(ground.bounds.x);
        expect(at.x).toBeLessThan(ground.bounds.x + ground.bounds.width);
        expect(at.y).toBeGreaterThan(ground.bounds.y);
      }
    }
  });
});
