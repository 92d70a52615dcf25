import type { Camera } from './camera';
import type { Point } from './ground';

/** A box of the page. */
type Box = { left: number; top: number; right: number; bottom: number };

/** How many points of the sheet a box of the page hides, of things that reach so far around them. */
export function hidden(camera: Camera, box: Box, points: readonly Point[], reach: number): number {
  const [from, to] = [camera.onSheet(box.left, box.top), camera.onSheet(box.right, box.bottom)];
  return points.filter(({ x, y }) => x > from.x - reach && y > from.y - reach && x < to.x + reach && y < to.y + reach).length;
}
