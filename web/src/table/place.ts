import type { Point, Rect } from '../board/ground';

/**
 * Where a popover stands: near the thing it is about and within the window, never over it or the points to be kept clear,
 * and over as few of the others as can be.
 */
export function beside(
  anchor: Point,
  size: { width: number; height: number },
  window: { width: number; height: number },
  keepClear: readonly Point[] = [],
  avoid: readonly Point[] = [],
  gap = 52,
): Point {
  const room = 12;
  const [right, bottom] = [Math.max(room, window.width - size.width - room), Math.max(room, window.height - size.height - room)];
  let best: Point = { x: right, y: room };
  let least = Infinity;
  for (let x = room; x <= right; x += Math.max(8, (right - room) / 48)) {
    for (let y = room; y <= bottom; y += Math.max(8, (bottom - room) / 24)) {
      const rect = { x, y, ...size };
      const hard = [anchor, ...keepClear].filter(point => covers(rect, point, 34)).length;
      const soft = avoid.filter(point => covers(rect, point, 34)).length;
      const aside = Math.abs(x + size.width / 2 - anchor.x) - size.width / 2;
      const above = Math.abs(y + size.height / 2 - anchor.y);
      // Beside is better than above or below, and right better than left: that is where the eye goes on.
      const cost = hard * 100_000 + soft * 400 + Math.abs(aside - gap) * 2 + above * 0.6 + (x < anchor.x ? 60 : 0);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
}

/** Whether a rectangle comes nearer to a point than `room`. */
export function covers(rect: Rect, point: Point, room: number): boolean {
  return point.x > rect.x - room && point.x < rect.x + rect.width + room
    && point.y > rect.y - room && point.y < rect.y + rect.height + room;
}
