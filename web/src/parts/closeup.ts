/** Where to look at a board when there is only a small picture of it. */
import { groundOf } from '../board/grounds';
import { placed } from '../board/stacks';
import type { Scene } from '../wire';

/** How far apart pieces of one group may be, in units of the board; a hex is about 80. */
const REACH = 330;
const MOST = 5;

/**
 * The keys of a handful of pieces that stand close together: those around the piece with the most neighbours, where
 * an enemy counts double. Nothing if the board has no pieces.
 */
export function closeup(scene: Scene): string[] {
  const board = scene.boards[0];
  if (!board) return [];
  const pieces = placed(scene.pieces, groundOf(board), null, null);
  let best: string[] = [];
  let most = -1;
  for (const middle of pieces) {
    const near = pieces
      .map(other => ({ other, far: Math.hypot(other.at.x - middle.at.x, other.at.y - middle.at.y) }))
      .filter(({ far }) => far <= REACH)
      .toSorted((a, b) => a.far - b.far)
      .slice(0, MOST);
    const worth = near.reduce((sum, { other }) => sum + (other.piece.side === middle.piece.side ? 1 : 2), 0);
    if (worth > most) {
      most = worth;
      best = near.map(({ other }) => other.piece.key);
    }
  }
  return best;
}
