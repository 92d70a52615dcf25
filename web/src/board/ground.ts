/** A point on the sheet. One unit is one pixel at 100 %. */
export interface Point {
  x: number;
  y: number;
}

/** An upright rectangle on the sheet. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What every kind of board can answer, so that layers need not know which kind they lie on. */
export interface Ground {
  /** The board's key, as places name it. */
  readonly key: string;
  /** The whole sheet with its margin. */
  readonly bounds: Rect;
  /** How far it is from a space to the next. */
  readonly pace: number;
  /** All spaces. */
  keys(): Iterable<string>;
  /** Whether there is such a space. */
  has(space: string): boolean;
  /** Where pieces in a space stand. */
  centre(space: string): Point;
  /** Where the figure of an offer is written, if not where pieces stand. */
  mark?(space: string): Point;
  /** Where and how large stacks stand, and how many side by side, if not one in the middle. */
  stand?(space: string): { at: Point; scale: number; across: number };
  /** Where a line ties what stands there to: a port. */
  mooring?(space: string): Point | null;
  /** The outline of a space, drawn a little inside its border by `inset`. */
  outline(space: string, inset?: number): string;
  /** What that outline is cut with on the sheet of such an id: a land ends at its coast. */
  clip?(space: string, id: string): string | undefined;
  /** The space under a point. */
  at(point: Point): string | null;
  /** The neighbour that lies best in a direction, for arrow keys. */
  toward(space: string, dx: number, dy: number): string | null;
  /** The points that a piece passes on its way, both ends among them. */
  route(from: string, to: string): Point[];
  /** The angle of a facing, in degrees clockwise from the top of the sheet. */
  bearing(facing: number): number;
}

/** The smallest rectangle around points, with room on every side. */
export function around(points: Iterable<Point>, room: number): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return null;
  return { x: left - room, y: top - room, width: right - left + 2 * room, height: bottom - top + 2 * room };
}

/** A coordinate as paths write it: a tenth of a pixel is enough. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A closed path with straight sides. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${short(x)},${short(y)}`).join('L')}Z`;
}

/** A path through points, smooth at each of them. */
export function smooth(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const point = (index: number): Point => {
    const at = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
    return points[at] as Point;
  };
  let path = `M${short(point(0).x)},${short(point(0).y)}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    path += `C${short(from.x + (to.x - before.x) / 6)},${short(from.y + (to.y - before.y) / 6)}`;
    path += ` ${short(to.x - (after.x - from.x) / 6)},${short(to.y - (after.y - from.y) / 6)}`;
    path += ` ${short(to.x)},${short(to.y)}`;
  }
  return closed ? `${path}Z` : path;
}

/** Points along a smooth line through points, so many for each of them. */
export function along(points: readonly Point[], closed: boolean, each: number): Point[] {
  const count = points.length;
  const point = (index: number): Point => points[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)] as Point;
  const found: Point[] = [];
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    for (let step = 0; step < each; step++) {
      const part = step / each;
      const bend = (a: number, b: number, c: number, d: number) =>
        b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
      found.push({ x: bend(before.x, from.x, to.x, after.x), y: bend(before.y, from.y, to.y, after.y) });
    }
  }
  if (!closed && count > 0) found.push(point(count - 1));
  return found;
}
