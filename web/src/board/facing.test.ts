import { describe, expect, it } from 'vitest';
import * as battle from '../../tests/fixtures/battle.mjs';
import type { Piece } from '../wire';
import { arcOf, bearingOf, cone, cornerBearing, fronts, rim, straight, within, zoneOf } from './facing';
import { HexGround, type HexBoard } from './hexes';
import { landscapeOf } from './landscape';
import { crowdOf, figuresOf } from './marks';
import { placed } from './stacks';

const board: HexBoard = {
  kind: 'hexes', key: 'field', name: 'A field', columns: 16, rows: 15, flatTop: false, evenShoved: true, rowFirst: false, lettered: true, rowsUp: false, north: 1, spaces: [], shores: [], ways: [], sides: [],
};
const field = (more: Partial<HexBoard> = {}) => new HexGround({ ...board, ...more });
const ground = field();
const troops = (key: string): Piece => battle.action.scene.pieces.find(piece => piece.key === key)!;
const standing = (more: Partial<Piece>, space = 'H8'): Piece => ({ ...troops('a-hc-1'), place: { kind: 'space', board: 'field', space }, ...more });

describe('lettered hexes', () => {
  it('are named by column and row, past Z too', () => {
    const keys = [...field({ columns: 32 }).keys()];
    expect(keys).toHaveLength(480);
    expect(keys[0]).toBe('A1');
    expect(keys).toContain('P15');
    expect(keys.at(-1)).toBe('AF15');
    expect(field({ columns: 32 }).cell('AF15')).toEqual({ column: 32, row: 15 });
    expect(field({ columns: 32 }).cell('Z9')).toEqual({ column: 26, row: 9 });
  });

  it('are known only on the sheet', () => {
    for (const inside of ['A1', 'P15', 'H8']) expect(ground.has(inside)).toBe(true);
    for (const beyond of ['Q1', 'A16', 'A0', '0101', 'a1', '', '0:3', 'AA1']) expect(ground.has(beyond)).toBe(false);
  });

  it('have names of their own beyond the edge', () => {
    const names = [-1, 0, 1, 16, 17].flatMap(column => [-1, 0, 1, 15, 16].map(row => ground.printed({ column, row })));
    expect(new Set(names).size).toBe(25);
    expect(names.filter(name => ground.has(name))).toEqual(['A1', 'A15', 'P1', 'P15']);
  });

  it('lie in rows of which the even ones are shoved to the right', () => {
    expect(ground.neighbour('H8', 1)).toBe('I7');
    expect(ground.neighbour('H8', 6)).toBe('H7');
    expect(ground.neighbour('H7', 1)).toBe('H6');
    expect(ground.neighbour('H7', 6)).toBe('G6');
    expect(ground.centre('A2').x).toBeGreaterThan(ground.centre('A1').x);
    expect(ground.centre('A2').y).toBeGreaterThan(ground.centre('A1').y);
    for (const key of ground.keys()) expect(ground.at(ground.centre(key))).toBe(key);
  });
});

describe('facing', () => {
  it('is toward a corner: the front is left and right of it', () => {
    expect(fronts(ground, 'H8', 1)).toEqual(['H7', 'I7']);
    expect(fronts(ground, 'H8', 2)).toEqual(['I7', 'I8']);
    expect(fronts(ground, 'H8', 4)).toEqual(['I9', 'H9']);
    expect(fronts(ground, 'H8', 6)).toEqual(['G8', 'H7']);
    expect(fronts(ground, 'A1', 6)).toEqual([]);
  });

  it('lies between the two hexes of its front', () => {
    for (let corner = 1; corner <= 6; corner++) {
      const centre = ground.centre('H8');
      const [left, right] = fronts(ground, 'H8', corner).map(key => ground.centre(key)) as [typeof centre, typeof centre];
      const bearing = (Math.atan2((left.x + right.x) / 2 - centre.x, centre.y - (left.y + right.y) / 2) * 180) / Math.PI;
      expect((bearing + 360) % 360).toBeCloseTo(cornerBearing(corner), 6);
    }
  });

  it('turns a counter to its corner; a camp looks everywhere', () => {
    expect(bearingOf(standing({ facing: 2 }), ground)).toBe(60);
    expect(bearingOf(standing({ facing: 4 }), ground)).toBe(180);
    expect(bearingOf(standing({ facing: null, kind: 'cp' }), ground)).toBeNull();
    expect(bearingOf(standing({ facing: 2, face: 'ship' }), ground)).toBe(90);
  });
});

describe('zones and arcs', () => {
  it('are the front, or all six hexes around a camp; guns and leaders hold none', () => {
    expect(zoneOf(ground, standing({ facing: 1 }))).toEqual(['H7', 'I7']);
    expect(zoneOf(ground, standing({ kind: 'cp', facing: null }))).toHaveLength(6);
    expect(zoneOf(ground, standing({ kind: 'ay' }))).toEqual([]);
    expect(zoneOf(ground, standing({ face: 'leader', kind: 'leader' }))).toEqual([]);
    expect(zoneOf(ground, standing({ place: { kind: 'beside', label: 'Enters on turn 3' } }))).toEqual([]);
  });

  it('open like a cone: two hexes at one, three at two, four at three', () => {
    for (let corner = 1; corner <= 6; corner++) {
      const byRange = [1, 2, 3].map(range => cone(ground, 'H8', corner, 3).filter(key => ground.distance('H8', key) === range).length);
      expect(byRange).toEqual([2, 3, 4]);
    }
    expect(new Set(cone(ground, 'H8', 1, 2))).toEqual(new Set(['H7', 'I7', 'G6', 'H6', 'I6']));
    expect(cone(ground, 'A1', 1, 2)).toEqual([]);
  });

  it('are known of those that have a range', () => {
    expect(arcOf(ground, standing({}))).toEqual([]);
    const archer = standing({ kind: 'la', facing: 4, values: [{ name: 'range', value: '2' }] });
    expect(arcOf(ground, archer)).toHaveLength(5);
    expect(arcOf(ground, standing({ kind: 'cp', facing: null, values: [{ name: 'range', value: '2' }] }))).toHaveLength(18);
  });

  it('have one outline', () => {
    expect(rim(ground, ['H8']).match(/M/g)).toHaveLength(6);
    expect(rim(ground, ['H8', 'I8']).match(/M/g)).toHaveLength(10);
    expect(within(ground, 'H8', 1)).toHaveLength(6);
    expect(within(ground, 'H8', 2)).toHaveLength(18);
  });
});

describe('a charge', () => {
  it('goes through front hexes alone, as straight as it can', () => {
    const way = straight(ground, 'C7', 'E4', 2)!;
    expect(way[0]).toBe('C7');
    expect(way.at(-1)).toBe('E4');
    expect(way).toHaveLength(ground.distance('C7', 'E4') + 1);
    for (const [index, space] of way.slice(0, -1).entries()) expect(fronts(ground, space, 2)).toContain(way[index + 1]);
    expect(straight(ground, 'H8', 'H4', 1)).toEqual(['H8', 'H7', 'H6', 'H5', 'H4']);
  });

  it('has no way backwards', () => {
    expect(straight(ground, 'H8', 'H12', 1)).toBeNull();
  });
});

describe('a field', () => {
  it('has leaders beside the troops that they stand with, and in the middle where they stand alone', () => {
    const all = placed(battle.action.scene.pieces, ground, null, null);
    const bohun = all.find(({ piece }) => piece.key === 'a-bohun')!;
    expect(bohun.small).toBe(true);
    expect(bohun.at).not.toEqual(ground.centre('G8'));
    expect(all.find(({ piece }) => piece.key === 'a-li-4')!.count).toBe(1);
    const alone = placed(battle.ground.scene.pieces, ground, null, null).find(({ piece }) => piece.key === 'a-coenus')!;
    expect(alone.small).toBe(false);
    expect(alone.at).toEqual(ground.centre('M10'));
  });

  it('is land to its edges, with waters, crossings and broken ground drawn as such', () => {
    const map = landscapeOf(new HexGround(battle.ground.scene.boards[0] as HexBoard));
    expect(map.field).not.toBeNull();
    for (const drawn of [map.field!.water, map.field!.streams, map.field!.decks, map.field!.stones, map.field!.rough, map.jungle, map.hill, map.blocks]) expect(drawn).toMatch(/^M/);
    expect(map.field!.churches).toHaveLength(1);
    expect(map.depths.soundings).toEqual([]);
    expect(landscapeOf(ground).field!.water).toBe('');
  });

  it('lets a stream run in no circle', () => {
    const spaces = ['D14', 'E14', 'E15'].map(key => ({ key, terrain: 'stream', name: '', figures: [], holder: null }));
    const streams = landscapeOf(field({ name: 'Streams', spaces })).field!.streams;
    expect(streams.match(/M/g)).toHaveLength(1);
  });
});

describe('very many open hexes', () => {
  const all = [...ground.keys()];
  const open = (keys: readonly string[], figure: string | null = null) => new Map(keys.map(key => [key, figure]));

  it('leave the marks to those that are closed', () => {
    expect(crowdOf(open(all.slice(4)), all)).toEqual({ closed: all.slice(0, 4) });
  });

  it('are lit without lines where most are closed, and as ever where they are few or have figures', () => {
    expect(crowdOf(open(all.slice(0, 60)), all)).toEqual({ closed: null });
    expect(crowdOf(open(all.slice(0, 20)), all)).toBeNull();
    expect(crowdOf(open(all, '2'), all)).toBeNull();
  });
});

describe('figures', () => {
  const target = (figure: string) => ({ figure, foe: true });
  const where = new Map([['hood', '1010'], ['prince-of-wales', '1010'], ['norfolk', '1212']]);

  it('are shared by pieces of one space that show the same, and told apart otherwise', () => {
    const pieces = new Map([['hood', target('6 dice')], ['prince-of-wales', target('6 dice')], ['norfolk', target('6 dice')]]);
    const figures = figuresOf({ spaces: new Map([['1010', '6 dice'], ['1313', null]]), pieces }, where, () => true);
    expect(figures).toEqual([
      { space: '1010', text: '6 dice', piece: false }, { space: '1010', text: '6 dice', piece: true }, { space: '1212', text: '6 dice', piece: true },
    ]);
  });

  it('are left out for what is not on the board', () => {
    expect(figuresOf({ spaces: new Map(), pieces: new Map([['hood', target('2')], ['bismarck', target('2')]]) }, where, () => false)).toEqual([]);
  });
});
