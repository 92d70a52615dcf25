import { describe, expect, it } from 'vitest';
import { AreaGround } from './areas';
import { detailAt, fitting, onDesk, shiftInto } from './camera';
import { coast, drawn } from './coast';
import { around } from './ground';
import { HexGround, type HexBoard } from './hexes';
import { depths } from './sea';

const board: HexBoard = {
  kind: 'hexes', key: 'sea', name: 'A sea', columns: 8, rows: 6, flatTop: true, evenShoved: true, rowFirst: false, lettered: false, rowsUp: false, north: 1, spaces: [], shores: [], ways: [], sides: [],
};
const sheet = (more: Partial<HexBoard> = {}) => new HexGround({ ...board, ...more });

describe('printed numbers', () => {
  it('are two digits for the column and two for the row', () => {
    const keys = [...sheet().keys()];
    expect(keys).toHaveLength(48);
    expect(keys[0]).toBe('0101');
    expect(keys.at(-1)).toBe('0806');
  });

  it('are known only on the sheet', () => {
    const ground = sheet();
    expect(ground.has('0806')).toBe(true);
    for (const beyond of ['0906', '0807', '0001', 'caribbean', '']) expect(ground.has(beyond)).toBe(false);
  });

  for (const flatTop of [true, false]) {
    for (const evenShoved of [true, false]) {
      it(`are found again under their middle (flat ${flatTop}, even shoved ${evenShoved})`, () => {
        const ground = sheet({ flatTop, evenShoved });
        for (const key of ground.keys()) {
          const { x, y } = ground.centre(key);
          expect(ground.at({ x, y })).toBe(key);
          expect(ground.at({ x: x + 30, y: y - 12 })).toBe(key);
        }
      });

      it(`have six neighbours at equal distance that know each other (flat ${flatTop}, even shoved ${evenShoved})`, () => {
        const ground = sheet({ flatTop, evenShoved });
        for (let side = 1; side <= 6; side++) {
          const next = ground.neighbour('0403', side);
          expect(next).not.toBeNull();
          const [a, b] = [ground.centre('0403'), ground.centre(next as string)];
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(ground.pace, 6);
          expect(ground.neighbour(next as string, ((side + 2) % 6) + 1)).toBe('0403');
          expect(ground.distance('0403', next as string)).toBe(1);
          const bearing = (Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI;
          expect((bearing + 360) % 360).toBeCloseTo(ground.bearing(side), 6);
        }
      });
    }
  }

  it('lie where the printed sheet has them: even columns half a hex lower', () => {
    const ground = sheet();
    expect(ground.neighbour('0403', 1)).toBe('0402');
    expect(ground.neighbour('0403', 2)).toBe('0503');
    expect(ground.neighbour('0403', 3)).toBe('0504');
    expect(ground.neighbour('0503', 5)).toBe('0403');
    expect(ground.centre('0401').y).toBeGreaterThan(ground.centre('0301').y);
  });

  it('end at the edge', () => {
    expect(sheet().neighbour('0101', 1)).toBeNull();
    expect(sheet().at({ x: -200, y: 40 })).toBeNull();
  });
});

describe('ways over the sheet', () => {
  it('are counted in hexes', () => {
    const ground = sheet({ columns: 30, rows: 30 });
    expect(ground.distance('1110', '1118')).toBe(8);
    expect(ground.distance('0505', '0705')).toBe(2);
    expect(ground.distance('0101', '0101')).toBe(0);
  });

  it('pass one hex a step', () => {
    const ground = sheet();
    const points = ground.route('0101', '0604');
    expect(points).toHaveLength(ground.distance('0101', '0604') + 1);
    for (let index = 1; index < points.length; index++) {
      const [a, b] = [points[index - 1]!, points[index]!];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(ground.pace, 6);
    }
    expect(ground.route('0303', '0303')).toEqual([ground.centre('0303')]);
  });

  it('go straight under the arrow keys', () => {
    const ground = sheet();
    expect(ground.toward('0403', 0, -1)).toBe('0402');
    expect(ground.toward('0403', 0, 1)).toBe('0404');
    let at: string | null = '0103';
    const rows = new Set<number>();
    while (at !== null) {
      rows.add(Math.round(ground.centre(at).y / (ground.pace / 2)));
      at = ground.toward(at, 1, 0);
    }
    expect(rows.size).toBe(2);
  });
});

const region = (ground: HexGround) => drawn(coast(ground));

describe('what is drawn', () => {
  it('has every hexside once', () => {
    const lines = sheet({ columns: 3, rows: 3 }).grid().match(/M[^M]+/g) ?? [];
    const ends = lines.map(line => [...line.matchAll(/-?[\d.]+,-?[\d.]+/g)].map(([point]) => point).toSorted().join(' '));
    expect(new Set(ends).size).toBe(ends.length);
    // Nine hexes have 54 sides; 16 of them are shared by two.
    expect(ends).toHaveLength(54 - 16);
  });

  it('joins land into regions, the same each time', () => {
    const land = (...keys: string[]) => sheet({ spaces: keys.map(key => ({ key, terrain: 'land', name: '', figures: [], holder: null })) });
    expect(region(sheet())).toBe('');
    expect(region(land('0303', '0304')).match(/M/g)).toHaveLength(1);
    expect(region(land('0303', '0603')).match(/M/g)).toHaveLength(2);
    expect(region(land('0303'))).toBe(region(land('0303')));
  });

  it('has land along edges that nothing can cross', () => {
    expect(region(sheet({ shores: ['W', 'E'] })).match(/M/g)).toHaveLength(2);
  });

  it('has the same depths for the same name', () => {
    const bounds = { x: 0, y: 0, width: 2000, height: 1500 };
    expect(depths('Savo Sound', bounds)).toEqual(depths('Savo Sound', bounds));
    expect(depths('Savo Sound', bounds)).not.toEqual(depths('Denmark Strait', bounds));
  });
});

describe('the view', () => {
  it('drops print as it gets smaller', () => {
    expect([1, 0.7, 0.69, 0.45, 0.44].map(detailAt)).toEqual(['near', 'near', 'middle', 'middle', 'far']);
  });

  it('fits a rectangle into the middle of the window', () => {
    const { k, x, y } = fitting({ x: 100, y: 100, width: 1000, height: 200 }, 600, 400, 50, 1);
    expect(k).toBeCloseTo(0.5);
    expect(x + 600 * k).toBeCloseTo(300);
    expect(y + 200 * k).toBeCloseTo(200);
    expect(fitting({ x: 0, y: 0, width: 10, height: 10 }, 600, 400, 0, 1).k).toBe(1);
  });

  it('keeps to the sheet, and to its middle where the sheet is small', () => {
    expect(onDesk(-100, 0, 2000, 1, 600, 50)).toBe(-100);
    expect(onDesk(400, 0, 2000, 1, 600, 50)).toBe(50);
    expect(onDesk(-9000, 0, 2000, 1, 600, 50)).toBe(-1450);
    expect(onDesk(-9000, 0, 400, 1, 600, 50)).toBe(100);
  });

  it('goes no farther than it must to bring something into the window', () => {
    expect(shiftInto(50, 100, 600)).toBe(0);
    expect(shiftInto(-30, 100, 600)).toBe(30);
    expect(shiftInto(560, 100, 600)).toBe(-60);
    expect(shiftInto(0, 601, 600)).toBeNull();
  });

  it('frames points', () => {
    expect(around([{ x: 1, y: 2 }, { x: 5, y: 4 }], 1)).toEqual({ x: 0, y: 1, width: 6, height: 4 });
    expect(around([], 1)).toBeNull();
  });
});

describe('areas', () => {
  const space = (key: string, place?: [string, string]) => ({
    key, terrain: 'sea', name: key, holder: null,
    figures: place ? [{ name: 'longitude', value: place[0] }, { name: 'latitude', value: place[1] }] : [],
  });

  it('stand where the globe has them', () => {
    const ground = new AreaGround({
      kind: 'areas', key: 'atlantic', name: 'Atlantic', borders: [['gulf', 'bahamas']],
      spaces: [space('gulf', ['-90', '25']), space('bahamas', ['-75', '25']), space('venezuela', ['-68', '12'])],
    });
    expect(ground.projection).not.toBeNull();
    expect(ground.centre('gulf').x).toBeLessThan(ground.centre('bahamas').x);
    expect(ground.centre('venezuela').y).toBeGreaterThan(ground.centre('gulf').y);
    expect(ground.at(ground.centre('bahamas'))).toBe('bahamas');
    expect(ground.toward('gulf', 1, 0)).toBe('bahamas');
    expect(ground.toward('gulf', -1, 0)).toBeNull();
  });

  it('are spread out where it does not say', () => {
    const ground = new AreaGround({ kind: 'areas', key: 'x', name: 'X', spaces: ['a', 'b', 'c'].map(key => space(key)), borders: [['a', 'b']] });
    expect(ground.projection).toBeNull();
    const [a, b] = [ground.centre('a'), ground.centre('b')];
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(100);
  });
});
