import { drawn, isWater, outlines } from './coast';
import { smooth, type Point, type Rect } from './ground';
import type { HexGround } from './hexes';
import { seeded, seedOf } from './seeded';

/** A depth written on the chart. */
export interface Sounding extends Point {
  fathoms: number;
}

/** How deep the sea is, for the eye alone: no rule asks. */
export interface Depths {
  /** Outlines of deeper water. */
  deep: string[];
  /** Outlines of the deepest water, inside the others. */
  deepest: string[];
  soundings: Sounding[];
}

/** Banks and deeps for a sheet, always the same for the same name. */
export function depths(name: string, sheet: Rect): Depths {
  const chance = seeded(seedOf(name));
  const count = Math.max(2, Math.round((sheet.width * sheet.height) / 900_000));
  const found: Depths = { deep: [], deepest: [], soundings: [] };
  for (let index = 0; index < count; index++) {
    const centre = {
      x: sheet.x + sheet.width * ((index + chance()) / count),
      y: sheet.y + sheet.height * chance(),
    };
    const [length, lean] = [320 + 300 * chance(), Math.PI * chance()];
    const wobble = Array.from({ length: 11 }, () => 0.72 + 0.5 * chance());
    const outline = (scale: number): string => smooth(wobble.map((reach, corner) => {
      const angle = (corner / wobble.length) * 2 * Math.PI;
      const [along, across] = [Math.cos(angle) * length * reach * scale, Math.sin(angle) * length * 0.55 * reach * scale];
      return {
        x: centre.x + along * Math.cos(lean) - across * Math.sin(lean),
        y: centre.y + along * Math.sin(lean) + across * Math.cos(lean),
      };
    }), true);
    found.deep.push(outline(1));
    found.deepest.push(outline(0.58));
    for (let mark = 0; mark < 4; mark++) {
      const [angle, part] = [2 * Math.PI * chance(), 0.15 + 1.1 * chance()];
      found.soundings.push({
        x: centre.x + Math.cos(angle) * length * part,
        y: centre.y + Math.sin(angle) * length * 0.6 * part,
        fathoms: Math.round((part < 0.58 ? 380 : part < 1 ? 230 : 95) + 140 * chance()),
      });
    }
  }
  const within = ({ x, y }: Point) =>
    x > sheet.x + 50 && y > sheet.y + 50 && x < sheet.x + sheet.width - 50 && y < sheet.y + sheet.height - 50;
  found.soundings = found.soundings.filter(within);
  return found;
}

/** Depths off a coast: deeper with every hex from the land. */
export function shoals(ground: HexGround, dry: ReadonlySet<string>): Depths {
  const far = new Map<string, number>([...dry].map(space => [space, 0]));
  for (const [space, steps] of far) {
    for (let side = 1; side <= 6; side++) {
      const next = ground.neighbour(space, side);
      if (next !== null && !far.has(next)) far.set(next, steps + 1);
    }
  }
  const beyond = (steps: number): string[] => {
    const held = new Set([...far].filter(([, away]) => away >= steps).map(([space]) => space));
    return held.size === 0 ? [] : [drawn(outlines(ground, held))];
  };
  const soundings = ground.board.spaces.filter(({ key, terrain, name }) => isWater(terrain) && name === '' && ground.has(key)).flatMap(({ key }) => {
    const chance = seeded(seedOf(`depth ${key}`));
    if (chance() > 0.5) return [];
    const { x, y } = ground.centre(key);
    const away = far.get(key) ?? 1;
    return [{ x: x + (chance() - 0.5) * 40, y: y + (chance() - 0.5) * 34, fathoms: Math.round(4 + (away - 1) * 31 + away * 9 * chance()) }];
  });
  return { deep: beyond(2), deepest: beyond(3), soundings };
}
