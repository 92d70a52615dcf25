import type { Point, Rect } from '../board/ground';

/** Where a popover may stand: beside the thing it is about, within the window, over none of the points to be seen. */
export function beside(
  anchor: Point,
  size: { width: number; height: number },
  window: { width: number; height: number },
  keepClear: readonly Point[] = [],
  gap = 52,
): Point {
  const room = 12;
  const clampX = (x: number) => Math.max(room, Math.min(x, window.width - size.width - room));
  const clampY = (y: number) => Math.max(room, Math.min(y, window.height - size.height - room));
  const middle = clampY(anchor.y - size.height / 2);
  const candidates: Point[] = [
    { x: anchor.x + gap, y: middle },
    { x: anchor.x - gap - size.width, y: middle },
    { x: clampX(anchor.x - size.width / 2), y: anchor.y + gap },
    { x: clampX(anchor.x - size.width / 2), y: anchor.y - gap - size.height },
    { x: window.width - size.width - room, y: room },
    { x: window.width - size.width - room, y: window.height - size.height - room },
    { x: room, y: room },
    { x: room, y: window.height - size.height - room },
  ];
  let best: Point = candidates[0] as Point;
  let least = Infinity;
  candidates.forEach((candidate, order) => {
    const at = { x: clampX(candidate.x), y: clampY(candidate.y) };
    const rect = { ...at, ...size };
    const moved = Math.abs(at.x - candidate.x) + Math.abs(at.y - candidate.y);
    const covered = [anchor, ...keepClear].filter(point => covers(rect, point, 34)).length;
    const penalty = covered * 10_000 + moved + order * 20;
    if (penalty < least) [best, least] = [at, penalty];
  });
  return { x: Math.round(best.x), y: Math.round(best.y) };
}

/** Whether a rectangle comes nearer to a point than `room`. */
export function covers(rect: Rect, point: Point, room: number): boolean {
  return point.x > rect.x - room && point.x < rect.x + rect.width + room
    && point.y > rect.y - room && point.y < rect.y + rect.height + room;
}
