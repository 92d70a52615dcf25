import type { Board } from '../wire';
import { AreaGround } from './areas';
import type { Ground } from './ground';
import { HexGround } from './hexes';

const known = new WeakMap<Board, Ground>();

/** What a board can answer; made once for each board. */
export function groundOf(board: Board): Ground {
  let ground = known.get(board);
  if (!ground) {
    ground = board.kind === 'hexes' ? new HexGround(board) : new AreaGround(board);
    known.set(board, ground);
  }
  return ground;
}
