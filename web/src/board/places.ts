import type { Space } from '../wire';
import { isWater } from './coast';
import { short, type Point } from './ground';
import type { HexGround } from './hexes';
import type { Clearing } from './relief';
import { seeded, seedOf } from './seeded';

/** A name on land, below where counters stand. */
export interface Place extends Point {
  key: string;
  lines: string[];
  rank: 'city' | 'town' | 'spot';
}

/** A name of a water, along it. */
export interface Water extends Point {
  name: string;
  /** In degrees. */
  angle: number;
  size: number;
}

/** The size of type of a name by its rank. */
export const NAME_SIZES = { city: 17, town: 14, spot: 12.5 };
const TOWNS = new Set(['town', 'city', 'beach', 'village']);
/** Names on a field of battle: small, so that lines of counters stay lines. */
const NAMED_AS_TOWNS = new Set([...TOWNS, 'land', 'church', 'bridge']);
/** How far below the middle of a hex a name stands: free of a counter. */
const below = ({ size }: HexGround) => (size < 40 ? 31 : 35.5);
const LONGEST = 15;

export function rankOf({ terrain }: Space): Place['rank'] {
  return terrain === 'city' ? 'city' : NAMED_AS_TOWNS.has(terrain) ? 'town' : 'spot';
}

/** Names of places on land. A long one is written in two lines. */
export function placesOf(ground: HexGround): Place[] {
  return ground.board.spaces.filter(({ key, name, terrain }) => name !== '' && !isWater(terrain) && ground.has(key)).map(space => {
    const { x, y } = ground.centre(space.key);
    // Names of sheets of sea stand where they always stood: in the middle of their land.
    return { key: space.key, lines: broken(space.name), rank: rankOf(space), x, y: y + (space.terrain === 'land' ? 6 : below(ground)) };
  });
}

/** A name in one line or in two, parted where both are shortest. */
export function broken(name: string): string[] {
  if (name.length <= LONGEST) return [name];
  const parts = [...name.matchAll(/[ ,]+/g)].map(({ index, 0: gap }) => [name.slice(0, index + (gap.startsWith(',') ? 1 : 0)), name.slice(index + gap.length)]);
  const longer = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));
  return parts.toSorted((a, b) => longer(a) - longer(b))[0] ?? [name];
}

/** Where a hex number is printed: at the top, or at the foot where a name stands in its way. */
export function numberAt(ground: HexGround, space: string, names: readonly Place[]): Point {
  const { x, y } = ground.centre(space);
  const top = { x, y: y - (ground.board.flatTop ? 29 : ground.isField ? 21 : 36) };
  const covered = names.some(({ x: nx, y: ny, lines, rank }) => {
    const half = Math.max(...lines.map(({ length }) => length)) * NAME_SIZES[rank] * 0.25 + 9;
    return Math.abs(top.x - nx) < half && top.y > ny - 14 && top.y < ny + 14 * (lines.length - 1) + 11;
  });
  return covered ? { x, y: y + ground.size - 5 } : top;
}

/** Names of waters: each along the water it belongs to, across its whole breadth. */
export function watersOf(ground: HexGround): Water[] {
  const terrain = new Map(ground.board.spaces.map(space => [space.key, space.terrain]));
  return ground.board.spaces.filter(space => space.name !== '' && isWater(space.terrain) && ground.has(space.key)).map(({ key, name, terrain: kind }) => {
    const held = new Set([key]);
    for (const space of held) {
      for (let side = 1; side <= 6; side++) {
        const next = ground.neighbour(space, side);
        if (next !== null && terrain.get(next) === kind) held.add(next);
      }
    }
    const points = [...held].map(space => ground.centre(space));
    const [x, y] = [mean(points.map(point => point.x)), mean(points.map(point => point.y))];
    // A wide water has its name where it was given; a narrow one has it along its length.
    const narrow = held.size <= 24;
    const [xx, yy, xy] = [mean(points.map(point => (point.x - x) ** 2)), mean(points.map(point => (point.y - y) ** 2)), mean(points.map(point => (point.x - x) * (point.y - y)))];
    const angle = narrow && held.size > 2 ? (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI : 0;
    const length = narrow ? 4 * Math.sqrt(Math.max(xx, yy)) : 420;
    const size = Math.max(13, Math.min(26, (length * 1.05) / (name.length * 0.72)));
    return { name, ...(narrow ? { x, y } : ground.centre(key)), angle, size };
  });
}

/** Houses of towns as blocks: a few around the middle, or a city laid out in streets. */
export function blocks(ground: HexGround, clear: Clearing): string {
  return ground.board.spaces.filter(space => TOWNS.has(space.terrain) && ground.has(space.key)).map(space => built(ground, space, clear)).join('');
}

function built(ground: HexGround, { key, terrain }: Space, clear: Clearing): string {
  const centre = ground.centre(key);
  const chance = seeded(seedOf(`town ${key}`));
  const city = terrain === 'city';
  const angle = (chance() - 0.5) * 0.7;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const [pitch, reach, full] = city ? [9, Math.round(ground.size * 0.77), 0.9] : [9.5, Math.round(ground.size * 0.69), 0.85];
  let path = '';
  for (let across = -reach; across <= reach; across += pitch) {
    for (let down = -reach; down <= reach * 0.8; down += pitch * 0.86) {
      const [size, high] = [pitch * (0.5 + 0.22 * chance()), pitch * (0.4 + 0.22 * chance())];
      const kept = chance() < full - (city ? 0 : Math.hypot(across, down) / reach * 0.28);
      const at = { x: centre.x + ux * across - uy * down, y: centre.y + uy * across + ux * down };
      if (!kept || Math.hypot(across, down) > reach || clear.covers(at, 6.5)) continue;
      const corner = (a: number, b: number) => `${short(at.x + ux * a - uy * b)},${short(at.y + uy * a + ux * b)}`;
      path += `M${corner(-size / 2, -high / 2)}L${corner(size / 2, -high / 2)}L${corner(size / 2, high / 2)}L${corner(-size / 2, high / 2)}Z`;
    }
  }
  return path;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
