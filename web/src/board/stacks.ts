import type { Piece } from '../wire';
import type { Ground, Point } from './ground';

/** A piece and where its middle is drawn. */
export interface Placed {
  piece: Piece;
  space: string;
  at: Point;
  /** How many lie in the same space. */
  count: number;
  /** Its place in the stack, from the bottom. */
  level: number;
  /** How far down the sheet its space is. */
  row: number;
  /** Whether the stack is spread out. */
  fanned: boolean;
  /** Whether it is a leader who stands with troops: a disc at the corner of their counter. */
  small: boolean;
}

/** How far each counter of a stack lies above the one below it. */
const STEP = 4;
/** How far apart counters are in a stack that is spread out. */
const SPREAD = 66;

/** The pieces of a board from the bottom of each stack to its top, rows of the map in order. */
export function placed(pieces: readonly Piece[], ground: Ground, fanned: string | null, first: string | null): Placed[] {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.place.kind !== 'space' || piece.place.board !== ground.key) continue;
    const stack = stacks.get(piece.place.space);
    if (stack) stack.push(piece);
    else stacks.set(piece.place.space, [piece]);
  }
  const found: Placed[] = [];
  for (const [space, all] of stacks) {
    if (!ground.has(space)) continue;
    const centre = ground.centre(space);
    const [discs, stack] = parted(all);
    discs.forEach((piece, index) => {
      const at = DISCS[index % DISCS.length] as Point;
      found.push({ piece, space, at: { x: centre.x + at.x, y: centre.y + at.y }, count: 1, level: 9 + index, row: centre.y, fanned: false, small: true });
    });
    const order = topLast(stack, first);
    const count = order.length;
    order.forEach((piece, level) => {
      const open = space === fanned && count > 1;
      const shift = open ? (level - (count - 1) / 2) * SPREAD : Math.max(0, level - Math.max(0, count - 3)) * STEP;
      const at = { x: centre.x + shift, y: centre.y - (open ? 0 : shift) };
      found.push({ piece, space, at, count, level, row: centre.y, fanned: open, small: false });
    });
  }
  // Later ones are drawn over earlier ones: an open stack over everything, else by rows.
  return found.toSorted((a, b) => Number(a.fanned) - Number(b.fanned) || a.row - b.row || a.level - b.level);
}

/** Where leaders stand with troops in line, around their counter. */
const DISCS: readonly Point[] = [{ x: -20, y: 12 }, { x: 20, y: 12 }, { x: -20, y: -10 }, { x: 20, y: -10 }];

/** Leaders of troops in line stand beside them; all others lie in the stack. */
function parted(stack: readonly Piece[]): [Piece[], Piece[]] {
  if (!stack.some(({ face }) => face === 'formation')) return [[], [...stack]];
  return [stack.filter(({ face }) => face === 'leader'), stack.filter(({ face }) => face !== 'leader')];
}

/** The piece that matters lies on top; leaders never do. */
function topLast(stack: readonly Piece[], first: string | null): Piece[] {
  const rank = (piece: Piece) => (piece.key === first ? 2 : piece.face === 'leader' ? 0 : 1);
  return stack.toSorted((a, b) => rank(a) - rank(b));
}
