import { isWater } from './coast';
import { smooth, type Point } from './ground';
import type { Cell, HexGround } from './hexes';
import { seeded, seedOf } from './seeded';

/** Lines along hexsides, all of a kind or those of one name, joined to courses: one list of points for each stretch between sources, mouths and confluences. */
export function courses(ground: HexGround, kind: string, name: string | null = null): Point[][] {
  const sides = ground.board.sides.filter(side => side.kind === kind && (name === null || side.name === name)).flatMap(({ spaces: [one, other] }) => edge(ground, one, other) ?? []);
  const meeting = new Map<string, Edge[]>();
  for (const side of sides) for (const end of side.ends) meeting.set(end.name, [...(meeting.get(end.name) ?? []), side]);
  const left = new Set(sides);
  const found: Point[][] = [];
  const follow = (start: Corner): void => {
    const line: Corner[] = [start];
    const points: Point[] = mouth(start, meeting);
    for (let at: Corner | null = start; at !== null;) {
      const here: Corner = at;
      const next = meeting.get(here.name)?.find(side => left.has(side));
      if (!next || (line.length > 1 && (meeting.get(here.name)?.length ?? 0) !== 2)) break;
      left.delete(next);
      const to = next.ends[0].name === here.name ? next.ends[1] : next.ends[0];
      points.push(...meander(here, to), bent(to));
      line.push(to);
      at = to;
    }
    const last = line[line.length - 1] as Corner;
    if (line.length > 1) found.push([...points, ...mouth(last, meeting).slice(0, -1).toReversed()]);
  };
  const ends = sides.flatMap(({ ends: both }) => both).filter(({ name }) => meeting.get(name)?.length !== 2);
  for (const end of ends) while (meeting.get(end.name)?.some(side => left.has(side))) follow(end);
  for (const side of sides) if (left.has(side)) follow(side.ends[0]);
  return found;
}

/** Courses as one path. */
export function watercourse(lines: readonly Point[][]): string {
  return lines.map(line => smooth(line, false)).join('');
}

/** A corner of hexes, and the middle of the water that it touches, if any. */
interface Corner extends Point {
  name: string;
  water: Point | null;
}

interface Edge {
  ends: [Corner, Corner];
}

function edge(ground: HexGround, one: string, other: string): Edge[] | null {
  const side = ground.sideTo(one, other);
  if (side === null) return null;
  const cell = ground.cell(one);
  const corners = ground.corners(cell);
  const terrain = new Map(ground.board.spaces.map(space => [space.key, space.terrain]));
  const corner = (index: number, third: Cell): Corner => {
    const { x, y } = corners[index % 6] as Point;
    const water = isWater(terrain.get(ground.printed(third)) ?? '');
    return { x, y, name: `${Math.round(x)},${Math.round(y)}`, water: water ? ground.middle(third) : null };
  };
  return [{ ends: [corner(side - 1, ground.beyond(cell, ((side + 4) % 6) + 1)), corner(side, ground.beyond(cell, (side % 6) + 1))] }];
}

/** A corner as water rounds it: a little off, the same for all that meet there. */
function bent({ x, y, name }: Corner): Point {
  const chance = seeded(seedOf(`bend ${name}`));
  return { x: x + (chance() - 0.5) * 5, y: y + (chance() - 0.5) * 5 };
}

/** Where water begins: at the corner, or out in the sea that it comes from or goes to. */
function mouth(corner: Corner, meeting: ReadonlyMap<string, Edge[]>): Point[] {
  const { water } = corner;
  if (!water || meeting.get(corner.name)?.length !== 1) return [bent(corner)];
  const part = 26 / Math.hypot(water.x - corner.x, water.y - corner.y);
  return [{ x: corner.x + (water.x - corner.x) * part, y: corner.y + (water.y - corner.y) * part }, bent(corner)];
}

/** Turns of water between two corners, the same each time. */
function meander(from: Corner, to: Corner): Point[] {
  const chance = seeded(seedOf(`${Math.round(from.x + to.x)} ${Math.round(from.y + to.y)}`));
  const turn = chance() < 0.5 ? -1 : 1;
  const away = from.name < to.name ? turn : -turn;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const off = (part: number, reach: number): Point => ({ x: from.x + dx * part - dy * reach * away, y: from.y + dy * part + dx * reach * away });
  const [one, two] = from.name < to.name ? [0.05 + 0.09 * chance(), 0.05 + 0.09 * chance()] : [0, 0];
  // Seen from the other end the same turns come in the other order.
  if (from.name > to.name) return meander(to, from).toReversed();
  return [off(0.3, one), off(0.7, -two)];
}
