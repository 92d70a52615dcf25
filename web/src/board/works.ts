import { short, type Point } from './ground';
import type { HexGround } from './hexes';

/** How far inside its hexsides a trench runs. */
const INSET = 6.5;
const TOOTH = 6;

/**
 * The sides of a space that works look to: away from the nearest city, which is what they guard. All around where there is
 * none, or in the city itself.
 */
export function threatened(ground: HexGround, space: string): number[] {
  const all = [1, 2, 3, 4, 5, 6];
  const { x, y } = ground.centre(space);
  const cities = ground.board.spaces.filter(({ terrain }) => terrain === 'city').map(({ key }) => ground.centre(key));
  const near = cities.toSorted((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];
  if (!near || Math.hypot(near.x - x, near.y - y) < 1) return all;
  const away = (Math.atan2(x - near.x, near.y - y) * 180) / Math.PI;
  const off = (side: number) => Math.abs(((ground.bearing(side) - away + 540) % 360) - 180);
  return all.toSorted((a, b) => off(a) - off(b)).slice(0, 3).toSorted((a, b) => a - b);
}

/** A toothed line inside some sides of a space: one path, its teeth toward the enemy. */
export function trench(ground: HexGround, space: string, sides: readonly number[]): string {
  const corners = ground.corners(ground.cell(space), INSET);
  let path = '';
  for (const side of sides) {
    const [a, b] = [corners[side - 1] as Point, corners[side % 6] as Point];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    // Where the next side has no trench the line stops short of the corner: a hexside stays readable.
    const [from, to] = [sides.includes(((side + 4) % 6) + 1) ? 0 : 7, sides.includes((side % 6) + 1) ? length : length - 7];
    const at = (far: number, out: number) => `${short(a.x + ux * far + uy * out)},${short(a.y + uy * far - ux * out)}`;
    path += `M${at(from, 0)}L${at(to, 0)}`;
    for (let far = from + 4; far < to - 2; far += 7) path += `M${at(far, 0)}L${at(far, -TOOTH + 1)}`;
  }
  return path;
}
