import type { Group, Piece, Scene } from '../wire';
import type { Ground, Point } from './ground';
import { isPile } from './piles';

/** Pieces that are drawn as one stack: a group, or the pieces of a side that belong to none. */
export interface Cluster {
  /** The group's key, or one made of place and side. */
  key: string;
  group: Group | null;
  side: string;
  space: string;
  /** What can be seen of it, the top first; leaders apart. */
  pieces: Piece[];
  leaders: Piece[];
  /** How many units it has, seen or not. */
  count: number;
  at: Point;
  scale: number;
}

/** How far apart stacks stand, at full size. */
const PITCH = { x: 68, y: 80 };
/** Stacks of one place stand in two rows at most; then they move closer together. */
const ROWS = 2;

/** The stacks of a board, laid out so that none of a place covers another; later ones are drawn over earlier ones. */
export function clustersOf(scene: Scene, ground: Ground): Cluster[] {
  const pieces = new Map(scene.pieces.map(piece => [piece.key, piece]));
  const grouped = new Set(scene.groups.flatMap(group => group.pieces));
  const bySpace = new Map<string, Omit<Cluster, 'at' | 'scale'>[]>();
  const add = (cluster: Omit<Cluster, 'at' | 'scale'>): void => {
    if (!ground.has(cluster.space)) return;
    bySpace.set(cluster.space, [...(bySpace.get(cluster.space) ?? []), cluster]);
  };
  for (const group of scene.groups) {
    if (group.place.kind !== 'space' || group.place.board !== ground.key) continue;
    const members = group.pieces.map(key => pieces.get(key)).filter(piece => piece !== undefined);
    const [units, leaders] = [members.filter(({ face }) => face !== 'leader'), members.filter(({ face }) => face === 'leader')];
    // Leaders ride along and are not counted, where all can be seen.
    add({ key: group.key, group, side: group.side, space: group.place.space, count: members.length === group.count ? units.length : group.count, pieces: units, leaders });
  }
  const loose = new Map<string, Omit<Cluster, 'at' | 'scale'>>();
  for (const piece of scene.pieces) {
    if (piece.place.kind !== 'space' || piece.place.board !== ground.key || grouped.has(piece.key) || isPile(piece)) continue;
    const { space } = piece.place;
    // A hex has one stack of a side: what belongs to no group lies under it.
    const under = ground.stand ? undefined : bySpace.get(space)?.find(({ side, group }) => group !== null && side === piece.side);
    if (under) {
      (piece.face === 'leader' ? under.leaders : under.pieces).push(piece);
      continue;
    }
    const key = `${space}/${piece.side}`;
    const cluster = loose.get(key) ?? { key, group: null, side: piece.side, space, pieces: [], leaders: [], count: 0 };
    loose.set(key, cluster);
    if (piece.face === 'leader') cluster.leaders.push(piece);
    else cluster.pieces.push(piece);
    cluster.count = cluster.pieces.length;
  }
  loose.forEach(add);
  const order = new Map(scene.sides.map(({ key }, index) => [key, index]));
  return [...bySpace].flatMap(([space, here]) => {
    const sorted = here.toSorted((a, b) => (order.get(a.side) ?? 9) - (order.get(b.side) ?? 9));
    // Hexes have room for one stack; several share it.
    const stand = ground.stand?.(space) ?? { at: ground.centre(space), scale: sorted.length > 1 ? 0.62 : 1, across: 2 };
    const { scale } = stand;
    const spots = layout(sorted.length, stand);
    return sorted.map((cluster, index) => ({ ...cluster, at: spots[index] as Point, scale }));
  }).toSorted((a, b) => a.at.y - b.at.y || a.at.x - b.at.x);
}

/** Where so many stacks stand around a point. */
export function layout(count: number, { at, scale, across }: { at: Point; scale: number; across: number }): Point[] {
  const columns = Math.max(Math.min(count, across), Math.ceil(count / ROWS));
  const wide = PITCH.x * scale * Math.min(1, across / columns);
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    return {
      x: at.x + ((index % columns) - (inRow - 1) / 2) * wide,
      y: at.y + (row - (rows - 1) / 2) * PITCH.y * scale,
    };
  });
}

/** Where the pieces of a stack lie when it is spread out: a grid near the stack, within the sheet. */
export function spread({ at, pieces, leaders }: Cluster, bounds: { x: number; y: number; width: number; height: number }): { piece: Piece; at: Point }[] {
  const all = [...pieces, ...leaders];
  const columns = Math.min(all.length, all.length > 12 ? 6 : all.length > 5 ? Math.ceil(all.length / 2) : 5);
  const rows = Math.ceil(all.length / columns);
  const [width, height] = [columns * 58, rows * 58];
  const keep = (value: number, from: number, length: number, size: number) => Math.min(Math.max(value, from + size / 2 + 14), from + length - size / 2 - 14);
  const [x, y] = [keep(at.x, bounds.x, bounds.width, width), keep(at.y, bounds.y + 24, bounds.height - 24, height)];
  return all.map((piece, index) => ({
    piece,
    at: { x: x - width / 2 + 29 + (index % columns) * 58, y: y - height / 2 + 29 + Math.floor(index / columns) * 58 },
  }));
}
