import { smooth, type Point } from './ground';
import type { HexGround } from './hexes';
import { seeded, seedOf } from './seeded';

/** Roads and railroads of a sheet, and where they cross rivers. */
export interface Ways {
  roads: Point[][];
  rails: Point[][];
  /** Short rails on both sides of a crossing. */
  bridges: string;
}

/** How far a railroad keeps from a road that takes the same way. */
const ASIDE = 9;

/** Lines through the middle of hexes that wander a little, the same each time. */
export function waysOf(ground: HexGround): Ways {
  const { ways, sides } = ground.board;
  const roads = ways.filter(({ kind }) => kind === 'road');
  const paved = new Set(roads.flatMap(({ spaces }) => spaces));
  const shared = new Set(roads.flatMap(({ spaces }) => pairs(spaces).map(([from, to]) => between(from, to))));
  const rivers = new Set(sides.filter(({ kind }) => kind === 'river').map(({ spaces: [one, other] }) => between(one, other)));

  const place = (space: string, rail: boolean): Point => {
    const { x, y } = ground.centre(space);
    const chance = seeded(seedOf(`way ${space}`));
    const [dx, dy] = [(chance() - 0.5) * 12, (chance() - 0.5) * 10];
    return rail && paved.has(space) ? { x: x - dx - ASIDE, y: y - dy + ASIDE } : { x: x + dx, y: y + dy };
  };
  const crossing = (from: string, to: string, rail: boolean): Point => {
    const [a, b] = [ground.centre(from), ground.centre(to)];
    const name = between(from, to);
    const chance = seeded(seedOf(`way ${name}`));
    // Always reckoned from the same end: a road that is walked back is the same road.
    const back = from < to ? 1 : -1;
    const off = ((chance() - 0.5) * 0.2 + (rail && shared.has(name) ? -0.14 : rail ? 0.06 : 0)) * back;
    return { x: (a.x + b.x) / 2 - (b.y - a.y) * off, y: (a.y + b.y) / 2 + (b.x - a.x) * off };
  };
  let bridges = '';
  const line = (spaces: readonly string[], rail: boolean): Point[] => {
    const points = spaces.flatMap((space, index) => {
      const before = spaces[index - 1];
      if (before === undefined) return [place(space, rail)];
      const over = crossing(before, space, rail);
      if (rivers.has(between(before, space))) bridges += bridge(over, ground.centre(before), ground.centre(space));
      return [over, place(space, rail)];
    });
    return [...onward(ground, spaces.toReversed(), points.toReversed()).toReversed(), ...points, ...onward(ground, spaces, points)];
  };
  const onSheet = (spaces: readonly string[]) => spaces.filter(space => ground.has(space));
  const lines = { roads: roads.map(({ spaces }) => line(onSheet(spaces), false)), rails: ways.filter(({ kind }) => kind === 'rail').map(({ spaces }) => line(onSheet(spaces), true)) };
  return { ...lines, bridges };
}

/** Ways as one path. */
export function track(lines: readonly Point[][]): string {
  return lines.map(line => smooth(line, false)).join('');
}

/** A way that ends at the edge of the sheet goes on beyond it, unless it ends in a place. */
function onward(ground: HexGround, spaces: readonly string[], points: readonly Point[]): Point[] {
  const end = spaces[spaces.length - 1];
  if (end === undefined || points.length < 2) return [];
  if (ground.board.spaces.some(({ key, name }) => key === end && name !== '')) return [];
  const { first, last } = ground;
  const { column, row } = ground.cell(end);
  if (column > first.column && column < last.column && row > first.row && row < last.row) return [];
  const [at, before] = [points[points.length - 1] as Point, points[points.length - 2] as Point];
  return [{ x: at.x + (at.x - before.x) * 2.2, y: at.y + (at.y - before.y) * 2.2 }];
}

function bridge({ x, y }: Point, from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const rail = (off: number): string => {
    const at = (far: number, flare: number) => `${(x + ux * far - uy * (off + flare)).toFixed(1)},${(y + uy * far + ux * (off + flare)).toFixed(1)}`;
    const out = off > 0 ? 2 : -2;
    return `M${at(-8, out)}L${at(-5.5, 0)}L${at(5.5, 0)}L${at(8, out)}`;
  };
  return rail(4) + rail(-4);
}

function pairs(spaces: readonly string[]): [string, string][] {
  return spaces.slice(1).map((to, index) => [spaces[index] as string, to]);
}

function between(one: string, other: string): string {
  return one < other ? `${one}/${other}` : `${other}/${one}`;
}
