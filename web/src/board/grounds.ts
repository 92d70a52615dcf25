import type { Board } from '../wire';
import { AreaGround } from './areas';
import { ChartGround } from './chartGround';
import { chartOf } from './charts/all';
import type { Ground } from './ground';
import { HexGround } from './hexes';

const known = new WeakMap<Board, Ground>();

/** What a board can answer; made once for each board. */
export function groundOf(board: Board): Ground {
  let ground = known.get(board);
  if (!ground) {
    ground = make(board);
    known.set(board, ground);
  }
  return ground;
}

function make(board: Board): Ground {
  if (board.kind === 'hexes') return new HexGround(board);
  const sheet = chartOf(board);
  return sheet ? new ChartGround(board, sheet) : new AreaGround(board);
}
