import type { Piece } from '../wire';
import { short, type Ground, type Point } from './ground';
import { HexGround } from './hexes';

/** Pieces that have no front: all six hexes around them are before them. */
const ALL_ROUND = new Set(['cp', 'ww']);
/** Pieces that hold nothing but their own hex. */
const HARMLESS = new Set(['ay']);

/** Whether a piece faces a corner of its hex and not a side. */
export function facesCorner({ face }: Piece): boolean {
  return face === 'formation';
}

/** The angle of a corner, from 1 clockwise, in degrees from the top of a sheet with pointed tops. */
export function cornerBearing(corner: number): number {
  return (corner - 1) * 60;
}

/** Where a piece looks, in degrees clockwise from the top of the sheet; nothing where it looks nowhere in particular. */
export function bearingOf(piece: Piece, ground: Ground): number | null {
  if (piece.facing === null || (facesCorner(piece) && ALL_ROUND.has(piece.kind))) return null;
  return facesCorner(piece) ? cornerBearing(piece.facing) : ground.bearing(piece.facing);
}

/** The side at the left of a corner; the one at its right has the number of the corner. */
function leftOf(corner: number): number {
  return ((corner + 4) % 6) + 1;
}

/** The two hexes at the faced corner, left and right, as far as the sheet has them. */
export function fronts(ground: HexGround, space: string, facing: number): string[] {
  return [leftOf(facing), facing].map(side => ground.neighbour(space, side)).filter(next => next !== null);
}

/** All hexes that a piece has before it. */
export function zoneOf(ground: HexGround, piece: Piece): string[] {
  if (piece.place.kind !== 'space' || !facesCorner(piece) || piece.faceDown || HARMLESS.has(piece.kind) || !ground.has(piece.place.space)) return [];
  const { space } = piece.place;
  if (piece.facing !== null && !ALL_ROUND.has(piece.kind)) return fronts(ground, space, piece.facing);
  return [1, 2, 3, 4, 5, 6].map(side => ground.neighbour(space, side)).filter(next => next !== null);
}

/** The hexes of a cone that opens from a corner: two at one hex, three at two. */
export function cone(ground: HexGround, space: string, facing: number, range: number): string[] {
  const found = new Set<string>();
  let row = [ground.cell(space)];
  for (let far = 1; far <= range; far++) {
    const next = new Map(row.flatMap(cell => [leftOf(facing), facing].map(side => ground.beyond(cell, side))).map(cell => [ground.printed(cell), cell]));
    row = [...next.values()];
    for (const key of next.keys()) if (ground.has(key)) found.add(key);
  }
  return [...found];
}

/** All hexes up to so many away, without the one in the middle. */
export function within(ground: HexGround, space: string, range: number): string[] {
  return [...ground.keys()].filter(key => key !== space && ground.distance(space, key) <= range);
}

/** The hexes that a piece can shoot into, as far as its place and its values tell; what stands between is another matter. */
export function arcOf(ground: HexGround, piece: Piece): string[] {
  const range = Number(piece.values.find(({ name }) => name === 'range')?.value ?? 0);
  if (!(range > 0) || !facesCorner(piece) || piece.place.kind !== 'space' || !ground.has(piece.place.space)) return [];
  if (piece.facing === null || ALL_ROUND.has(piece.kind)) return within(ground, piece.place.space, range);
  return cone(ground, piece.place.space, piece.facing, range);
}

/** The outline of hexes taken together, as one path. */
export function rim(ground: HexGround, hexes: Iterable<string>): string {
  const held = new Set(hexes);
  let path = '';
  for (const space of held) {
    const cell = ground.cell(space);
    const corners = ground.corners(cell);
    for (let side = 1; side <= 6; side++) {
      if (held.has(ground.printed(ground.beyond(cell, side)))) continue;
      const [a, b] = [corners[side - 1] as Point, corners[side % 6] as Point];
      path += `M${short(a.x)},${short(a.y)}L${short(b.x)},${short(b.y)}`;
    }
  }
  return path;
}

/**
 * The way of a piece that never turns, from hex to hex through its front: as straight as it can be. Nothing where there is none.
 */
export function straight(ground: HexGround, from: string, to: string, facing: number): string[] | null {
  const steps = ground.distance(from, to);
  const sides = [leftOf(facing), facing] as const;
  const [start, end] = [ground.centre(from), ground.centre(to)];
  const off = ({ x, y }: Point) => Math.abs((end.x - start.x) * (start.y - y) - (start.x - x) * (end.y - start.y));
  const path = [from];
  let cell = ground.cell(from);
  for (let step = 0; step < steps; step++) {
    const open = sides.map(side => ground.beyond(cell, side)).filter(next => ground.distance(ground.printed(next), to) === steps - step - 1);
    const [next] = open.toSorted((a, b) => off(ground.middle(a)) - off(ground.middle(b)));
    if (!next) return null;
    cell = next;
    path.push(ground.printed(next));
  }
  return path;
}
