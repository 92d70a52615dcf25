import { hexesOf, outlines } from './coast';
import { short, smooth, type Point } from './ground';
import type { HexGround } from './hexes';
import { Clearing, Parts, type Kept } from './relief';
import { seeded, seedOf } from './seeded';

/** What only a field of battle has: rivers and streams that fill hexes, crossings, broken ground, churches. */
export interface Field {
  /** Rivers, with the hexes where they are crossed. */
  water: string;
  /** Ground along streams that is wet. */
  wet: string;
  streams: string;
  /** Roadways of bridges, and their parapets. */
  decks: string;
  parapets: string;
  /** Stones in fords. */
  stones: string;
  rough: string;
  tufts: string[];
  churches: { x: number; y: number; turned: number }[];
}

const WATERS = new Set(['river', 'bridge', 'ford']);
/** How many tufts and stones a hex of broken ground has. */
const TUFTS = 11;

/** All of that for a sheet; `clear` takes note of what trees must not stand on. */
export function fieldOf(ground: HexGround, clear: Clearing): Field {
  const waters = hexesOf(ground, terrain => WATERS.has(terrain));
  const streams = threads(ground, hexesOf(ground, terrain => terrain === 'stream'), waters);
  for (const line of streams) clear.add(line);
  const rough = hexesOf(ground, terrain => terrain === 'rough');
  const crossings = (kind: string) => [...hexesOf(ground, terrain => terrain === kind)].filter(space => ground.has(space)).map(space => ({ at: ground.centre(space), way: across(ground, space, waters) }));
  const [bridges, fords] = [crossings('bridge'), crossings('ford')];
  const half = ground.size * 0.84;
  return {
    water: outlines(ground, waters).map(loop => smooth(eased(eased(loop)), true)).join(''),
    wet: outlines(ground, hexesOf(ground, terrain => terrain === 'stream')).map(loop => smooth(eased(loop), true)).join(''),
    streams: streams.map(line => smooth(line, false)).join(''),
    decks: bridges.map(({ at, way }) => line(at, way, half, 0)).join(''),
    parapets: bridges.flatMap(({ at, way }) => [-5.5, 5.5].map(off => line(at, way, half, off))).join(''),
    stones: fords.map(({ at, way }) => [-9, 0, 9].map(off => line(at, way, half, off)).join('')).join(''),
    rough: outlines(ground, rough).map(loop => smooth(loop, true)).join(''),
    tufts: tufts(ground, rough, clear),
    churches: [...hexesOf(ground, terrain => terrain === 'church')].filter(space => ground.has(space)).map(space => ({ ...ground.centre(space), turned: (seeded(seedOf(`church ${space}`))() - 0.5) * 30 })),
  };
}

/** A line across a point, so far to both ends, and so far aside. */
function line({ x, y }: Point, way: number, half: number, aside: number): string {
  const [ux, uy] = [Math.cos(way), Math.sin(way)];
  const end = (far: number) => `${short(x + ux * far - uy * aside)},${short(y + uy * far + ux * aside)}`;
  return `M${end(-half)}L${end(half)}`;
}

/** The way over a river at a hex, in radians: straight across the water that goes through it. */
function across(ground: HexGround, space: string, waters: ReadonlySet<string>): number {
  const centre = ground.centre(space);
  let [sine, cosine] = [0, 0];
  for (let side = 1; side <= 6; side++) {
    const next = ground.neighbour(space, side);
    if (next !== null && !waters.has(next)) continue;
    const { x, y } = ground.middle(ground.beyond(ground.cell(space), side));
    // Twice the angle: both ends of a river count for the same line.
    const angle = Math.atan2(y - centre.y, x - centre.x) * 2;
    // The edge of the sheet may be water or not: a neighbour that is there counts more.
    const worth = next === null ? 0.25 : 1;
    [sine, cosine] = [sine + Math.sin(angle) * worth, cosine + Math.cos(angle) * worth];
  }
  return Math.atan2(sine, cosine) / 2 + Math.PI / 2;
}

/** An outline with its corners worn down: water does not follow hexes. */
function eased(loop: readonly Point[]): Point[] {
  return loop.map((point, index) => {
    const [before, after] = [loop[(index + loop.length - 1) % loop.length] as Point, loop[(index + 1) % loop.length] as Point];
    return { x: (before.x + 2 * point.x + after.x) / 4, y: (before.y + 2 * point.y + after.y) / 4 };
  });
}

/** Streams as lines from hex to hex: each from one end to the other, into a river or over the edge of the sheet. */
function threads(ground: HexGround, hexes: ReadonlySet<string>, waters: ReadonlySet<string>): Point[][] {
  const beside = (space: string) => [1, 2, 3, 4, 5, 6].map(side => ground.neighbour(space, side)).filter(next => next !== null && hexes.has(next)) as string[];
  // A stream runs in no circle: hexes that are joined already are not joined once more.
  const basin = new Map([...hexes].map(space => [space, space]));
  const links = new Map<string, string[]>();
  for (const space of hexes) {
    for (const next of beside(space)) {
      const [one, other] = [basin.get(space) as string, basin.get(next) as string];
      if (one === other) continue;
      for (const [key, held] of basin) if (held === other) basin.set(key, one);
      links.set(space, [...(links.get(space) ?? []), next]);
      links.set(next, [...(links.get(next) ?? []), space]);
    }
  }
  const near = (space: string) => links.get(space) ?? [];
  const joined = (a: string, b: string) => [a, b].toSorted().join();
  const gone = new Set<string>();
  const ends = [...hexes].toSorted((a, b) => near(a).length - near(b).length);
  const found: Point[][] = [];
  for (const end of ends) {
    let at = end;
    const spaces = [at];
    for (;;) {
      const next = near(at).find(other => !gone.has(joined(at, other)));
      if (next === undefined) break;
      gone.add(joined(at, next));
      spaces.push(next);
      at = next;
    }
    if (spaces.length > 1 || near(end).length === 0) found.push(meander([...mouth(ground, spaces[0]!, spaces[1], waters), ...spaces.map(space => ground.centre(space)), ...mouth(ground, spaces.at(-1)!, spaces.at(-2), waters)], end));
  }
  return found;
}

/** Where a stream goes on beyond its last hex: into a river, or over the edge of the sheet. */
function mouth(ground: HexGround, end: string, before: string | undefined, waters: ReadonlySet<string>): Point[] {
  const centre = ground.centre(end);
  const back = before === undefined ? null : ground.centre(before);
  const sides = [1, 2, 3, 4, 5, 6].map(side => ({ next: ground.neighbour(end, side), at: ground.middle(ground.beyond(ground.cell(end), side)) }));
  const open = sides.filter(({ next }) => next === null || waters.has(next));
  const onward = ({ at }: { at: Point }) => (back ? (at.x - centre.x) * (centre.x - back.x) + (at.y - centre.y) * (centre.y - back.y) : 0);
  const [best] = open.toSorted((a, b) => onward(b) - onward(a));
  return best && (back === null || onward(best) > 0) ? [{ x: centre.x + (best.at.x - centre.x) * 1.6, y: centre.y + (best.at.y - centre.y) * 1.6 }] : [];
}

/** Bends between the hexes of a stream. */
function meander(points: readonly Point[], name: string): Point[] {
  const chance = seeded(seedOf(`stream ${name}`));
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    const own = { x: point.x + (chance() - 0.5) * 12, y: point.y + (chance() - 0.5) * 12 };
    if (!next) return [own];
    const [dx, dy] = [next.x - point.x, next.y - point.y];
    const bend = (part: number) => { const off = (chance() - 0.5) * 0.3; return { x: point.x + dx * part - dy * off, y: point.y + dy * part + dx * off }; };
    return [own, bend(0.35), bend(0.7)];
  });
}

/** Tufts of grass and stones, scattered over hexes. */
function tufts(ground: HexGround, hexes: ReadonlySet<string>, clear: Kept): string[] {
  const parts = new Parts();
  const standing = new Clearing(12);
  for (const space of hexes) {
    if (!ground.has(space)) continue;
    const chance = seeded(seedOf(`rough ${space}`));
    const centre = ground.centre(space);
    for (let tries = 0, drawn = 0; tries < 50 && drawn < TUFTS; tries++) {
      const point = { x: centre.x + (chance() - 0.5) * ground.pace, y: centre.y + (chance() - 0.5) * 2 * ground.size };
      if (ground.at(point) !== space || clear.covers(point) || standing.covers(point, 11)) continue;
      standing.add([point]);
      drawn += 1;
      parts.add(point, chance() < 0.62 ? tuft(point, chance) : stone(point, chance));
    }
  }
  return parts.all;
}

function tuft({ x, y }: Point, chance: () => number): string {
  const high = 3.5 + 2 * chance();
  return [-1, 0, 1].map(blade => `M${short(x + blade * 1.8)},${short(y)}l${short(blade * 1.6)},${short(-high + Math.abs(blade))}`).join('');
}

function stone({ x, y }: Point, chance: () => number): string {
  const wide = 2.4 + 1.8 * chance();
  return `M${short(x - wide)},${short(y)}q${short(wide * 0.5)},${short(-wide * 1.3)} ${short(wide)},${short(-wide * 0.8)}t${short(wide)},${short(wide * 0.8)}Z`;
}
