import type { Piece, Scene } from '../wire';
import type { ChartGround } from './chartGround';
import type { Point } from './ground';

/** Faces of piles: counters that stand for as many as their number says. They lie in rows by kind, in columns by side. */
const ROWS = ['control', 'army', 'navy', 'fort'];
/** Faces of counters that belong to nobody and lie side by side. */
const LOOSE = new Set(['country']);

/** Whether a piece is drawn small, among the others of its place, and not as a counter that is stacked. */
export function isPile({ face }: Piece): boolean {
  return ROWS.includes(face) || LOOSE.has(face);
}

/** A pile or a loose counter, and where its middle is drawn. */
export interface Pile {
  piece: Piece;
  space: string;
  at: Point;
  scale: number;
}

const PITCH = { x: 29, y: 23 };
const COUNTER = { x: 45, y: 39 };

/** How many a pile stands for. */
export function countOf({ values }: Piece): string {
  return values[0]?.value ?? '1';
}

/** Where piles lie: in a table whose rows are kinds and whose columns are sides, so that numbers can be compared at a glance. */
export function pilesOf(scene: Scene, ground: ChartGround): Pile[] {
  const order = new Map(scene.sides.map(({ key }, index) => [key, index]));
  const bySpace = new Map<string, Piece[]>();
  for (const piece of scene.pieces) {
    if (!isPile(piece) || piece.place.kind !== 'space' || piece.place.board !== ground.key || !ground.has(piece.place.space)) continue;
    bySpace.set(piece.place.space, [...(bySpace.get(piece.place.space) ?? []), piece]);
  }
  return [...bySpace].flatMap(([space, here]) => {
    const rank = (side: string) => order.get(side) ?? scene.sides.length;
    const own = here.filter(({ face }) => !LOOSE.has(face));
    const sides = [...new Set(own.map(({ side }) => side))].toSorted((a, b) => rank(a) - rank(b));
    const rows = ROWS.filter(row => own.some(({ face }) => face === row));
    const stand = ground.stand(space);
    // One side alone lies in a line.
    const table = sides.length > 1
      ? grid(own, piece => [sides.indexOf(piece.side), rows.indexOf(piece.face)], sides.length, rows.length, stand)
      : grid(own, piece => [rows.indexOf(piece.face), 0], rows.length, 1, stand);
    return [
      ...table.map(pile => ({ ...pile, space })),
      ...counters(here.filter(({ face }) => LOOSE.has(face)), ground.counterStand(space)).map(pile => ({ ...pile, space })),
    ];
  });
}

type Spot = { at: Point; scale: number; across: number };

function grid(pieces: readonly Piece[], cell: (piece: Piece) => [number, number], columns: number, rows: number, { at, scale, across }: Spot): Omit<Pile, 'space'>[] {
  // More than there is room for stand closer together.
  const wide = PITCH.x * scale * Math.min(1, across / columns);
  return pieces.map(piece => {
    const [column, row] = cell(piece);
    return { piece, scale, at: { x: at.x + (column - (columns - 1) / 2) * wide, y: at.y + (row - (rows - 1) / 2) * PITCH.y * scale } };
  });
}

function counters(pieces: readonly Piece[], { at, scale, across }: Spot): Omit<Pile, 'space'>[] {
  const rows = Math.ceil(pieces.length / across);
  const columns = Math.ceil(pieces.length / Math.max(1, rows));
  return pieces.map((piece, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, pieces.length - row * columns);
    return {
      piece, scale,
      at: { x: at.x + ((index % columns) - (inRow - 1) / 2) * COUNTER.x * scale, y: at.y + (row - (rows - 1) / 2) * COUNTER.y * scale },
    };
  });
}
