import { describe, expect, it } from 'vitest';
import { movement } from '../../tests/fixtures/santiago.mjs';
import { coast, drawn, hexesOf, outlines } from './coast';
import { along } from './ground';
import { HexGround, type HexBoard } from './hexes';
import { landscapeOf } from './landscape';
import { broken, numberAt, placesOf, watersOf } from './places';
import { courses } from './waterways';
import { waysOf } from './ways';
import { threatened, trench } from './works';

const province = movement.scene.boards[0] as HexBoard;
const ground = new HexGround(province);
const small = (more: Partial<HexBoard> = {}): HexGround => new HexGround({ ...province, columns: 8, rows: 6, spaces: [], ways: [], sides: [], ...more });
const space = (key: string, terrain: string, name = '') => ({ key, terrain, name, figures: [], holder: null });

describe('numbers with the row first and rows upward', () => {
  it('lie where the printed sheet has them', () => {
    expect(ground.cell('1210')).toEqual({ column: 10, row: 12 });
    expect(ground.printed({ column: 3, row: 5 })).toBe('0503');
    expect(ground.centre('1210').y).toBeLessThan(ground.centre('1110').y);
    expect(ground.centre('1211').x - ground.centre('1210').x).toBeCloseTo(ground.pace, 6);
  });

  it('are printed only where the board has hexes', () => {
    expect([...ground.keys()]).toHaveLength(13 * 23);
    expect(ground.has('0501')).toBe(true);
    for (const beyond of ['0401', '1801', '0524']) expect(ground.has(beyond)).toBe(false);
    expect(small().has('0101')).toBe(true);
  });

  it('have the neighbours of the rules: even rows half a hex to the right', () => {
    // Going round from the upper right.
    expect([1, 2, 3, 4, 5, 6].map(side => ground.neighbour('1210', side))).toEqual(['1311', '1211', '1111', '1110', '1209', '1310']);
    expect([1, 2, 3, 4, 5, 6].map(side => ground.neighbour('1311', side))).toEqual(['1411', '1312', '1211', '1210', '1310', '1410']);
    expect(ground.sideTo('1210', '1111')).toBe(3);
    expect(ground.sideTo('1210', '1212')).toBeNull();
  });

  it('are found again under their middle, and count hexes between them', () => {
    for (const key of ground.keys()) {
      const { x, y } = ground.centre(key);
      expect(ground.at({ x: x + 20, y: y - 12 })).toBe(key);
    }
    expect(ground.distance('1212', '1210')).toBe(2);
    expect(ground.distance('0621', '1308')).toBe(17);
    expect(ground.route('0621', '1308')).toHaveLength(18);
    expect(ground.toward('1210', 0, -1)).toMatch(/^131[01]$/);
  });

  it('name the headings by the compass', () => {
    expect(ground.northward).toBe(0);
    expect(ground.headings()).toEqual(['NE', 'E', 'SE', 'SW', 'W', 'NW']);
    expect(small({ flatTop: true }).headings()).toEqual(['N', 'NE', 'SE', 'S', 'SW', 'NW']);
  });
});

describe('a landscape', () => {
  it('is the same each time, whoever holds its places', () => {
    const taken = new HexGround({ ...province, spaces: province.spaces.map(one => ({ ...one, holder: 'us' })) });
    expect(landscapeOf(taken)).toBe(landscapeOf(ground));
    const { woods, hachures, rivers } = landscapeOf(ground);
    const anew = landscapeOf(new HexGround({ ...province, name: 'Elsewhere' }));
    expect([anew.woods, anew.hachures, anew.rivers]).toEqual([woods, hachures, rivers]);
  });

  it('is one land with the sea around it', () => {
    expect(drawn(coast(ground)).match(/M/g)).toHaveLength(2);
    expect(drawn(outlines(ground, hexesOf(ground, terrain => terrain === 'harbour'))).match(/M/g)).toHaveLength(1);
  });

  it('has no tree on a road or in a river', () => {
    const { woods } = landscapeOf(ground);
    const trees = [...woods.crowns.join('').matchAll(/M(-?[\d.]+),(-?[\d.]+)a([\d.]+)/g)].map(([, x, y, r]) => ({ x: Number(x) + Number(r), y: Number(y) }));
    expect(trees.length).toBeGreaterThan(800);
    const lines = [...waysOf(ground).roads, ...courses(ground, 'river')].flatMap(line => along(line, false, 6));
    for (const tree of trees) expect(lines.every(({ x, y }) => Math.hypot(x - tree.x, y - tree.y) > 8)).toBe(true);
  });

  it('joins hexsides into rivers that reach the sea', () => {
    const lines = courses(ground, 'river');
    // Seven rivers, parted where they meet.
    expect(lines.length).toBeLessThan(18);
    const ends = lines.flatMap(line => [line[0], line[line.length - 1]]);
    expect(ends.some(end => end && ground.at(end) === '0609')).toBe(true);
    const one = small({ sides: [{ kind: 'river', name: '', spaces: ['0303', '0304'] }, { kind: 'river', name: '', spaces: ['0303', '0404'] }] });
    expect(courses(one, 'river')).toHaveLength(1);
    expect(courses(one, 'closed')).toEqual([]);
  });

  it('names each river once, beside its water and clear of other names', () => {
    const { streams, places } = landscapeOf(ground);
    expect(streams.map(({ name }) => name)).toEqual(expect.arrayContaining(['San Juan', 'Aguadores', 'Daiquirí']));
    expect(new Set(streams.map(({ name }) => name)).size).toBe(streams.length);
    for (const { name, x, y, angle } of streams) {
      const water = courses(ground, 'river', name).flatMap(line => along(line, false, 6));
      expect(Math.min(...water.map(point => Math.hypot(point.x - x, point.y - y)))).toBeLessThan(30);
      expect(places.every(place => Math.hypot(place.x - x, place.y - y) > 44)).toBe(true);
      expect(Math.abs(angle)).toBeLessThanOrEqual(90);
    }
  });

  it('draws the same road from both ends, through its hexes', () => {
    const way = (spaces: string[]) => waysOf(small({ ways: [{ kind: 'road', spaces }], spaces: [space('0303', 'clear', 'A'), space('0306', 'clear', 'B')] })).roads[0]!;
    const there = way(['0303', '0304', '0305', '0306']);
    expect(way(['0306', '0305', '0304', '0303']).toReversed()).toEqual(there);
    expect(there.filter((_, index) => index % 2 === 0).map(point => small().at(point))).toEqual(['0303', '0304', '0305', '0306']);
  });

  it('marks bridges where ways cross rivers', () => {
    const ways = [{ kind: 'road', spaces: ['0303', '0304'] }];
    expect(waysOf(small({ ways })).bridges).toBe('');
    expect(waysOf(small({ ways, sides: [{ kind: 'river', name: '', spaces: ['0304', '0303'] }] })).bridges.match(/M/g)).toHaveLength(2);
  });

  it('keeps hex numbers clear of names', () => {
    const names = placesOf(ground);
    const below = numberAt(ground, '1108', []);
    expect(below.y).toBeLessThan(ground.centre('1108').y);
    const moved = [...ground.keys()].filter(key => numberAt(ground, key, names).y > ground.centre(key).y);
    expect(moved.length).toBeGreaterThan(3);
    expect(moved.length).toBeLessThan(40);
  });

  it('parts long names and lays names of waters along them', () => {
    expect(broken('Santiago')).toEqual(['Santiago']);
    expect(broken('San Juan Heights, south')).toEqual(['San Juan', 'Heights, south']);
    expect(broken('Llanfairpwllgwyngyll')).toEqual(['Llanfairpwllgwyngyll']);
    const waters = watersOf(ground);
    expect(waters.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bahía de Santiago', 'Caribbean Sea']));
    expect(Math.abs(waters.find(({ name }) => name.startsWith('Bahía'))!.angle)).toBeGreaterThan(30);
    expect(waters.find(({ name }) => name.startsWith('Caribbean'))!.angle).toBe(0);
  });
});

describe('works', () => {
  it('look away from the city that they guard', () => {
    expect(threatened(ground, '1210')).toContain(ground.sideTo('1210', '1211'));
    expect(threatened(ground, '1210')).not.toContain(ground.sideTo('1210', '1209'));
    expect(threatened(ground, '1405')).toContain(ground.sideTo('1405', '1404'));
    expect(threatened(ground, '1308')).toHaveLength(6);
    expect(threatened(small(), '0303')).toHaveLength(6);
  });

  it('have teeth along every side', () => {
    expect(trench(ground, '1210', [2]).match(/M/g)!.length).toBeGreaterThan(3);
    expect(trench(ground, '1210', [])).toBe('');
  });
});
