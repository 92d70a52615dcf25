import { along, type Point } from './ground';
import type { HexGround } from './hexes';
import type { Place, Water } from './places';
import { courses } from './waterways';

/** The type of a river's name. */
const SIZE = 12.5;
/** How wide a letter is on the average, as a part of its size. */
const LETTER = 0.56;
/** How far from the middle of the water a name stands. */
const OFF = 9;
/** Counters reach so far from the middle of their hex: there a name would not be read. */
const COUNTER = 34;

/** Names of rivers: each beside its straightest reach, where neither another name nor a counter stands. */
export function streamsOf(ground: HexGround, places: readonly Place[]): Water[] {
  const named = [...new Set(ground.board.sides.filter(({ kind, name }) => kind === 'river' && name !== '').map(({ name }) => name))];
  const middles = [...ground.keys()].map(space => ground.centre(space));
  const found: Water[] = [];
  for (const name of named) {
    const length = name.length * SIZE * LETTER;
    const reaches = courses(ground, 'river', name).flatMap(line => reachesOf(along(line, false, 4), length));
    const free = ({ x, y }: Point) => [...places, ...found].every(other => Math.hypot(other.x - x, other.y - y) > 44 + length / 3);
    const best = reaches.flatMap(reach => [-1, 1].map(side => ({ reach, at: beside(reach, side) }))).filter(({ at }) => free(at) && inside(ground, at, length))
      .map(spot => ({ ...spot, worth: spot.reach.straight + room(spot.at, spot.reach.angle, length, middles) }))
      .toSorted((a, b) => b.worth - a.worth)[0];
    if (best) found.push({ name, ...best.at, angle: best.reach.angle, size: SIZE });
  }
  return found;
}

/** A part of a course that is as long as a name. */
interface Reach {
  middle: Point;
  /** In degrees, so that the name can be read from the foot of the map. */
  angle: number;
  /** How near its ends are to being as far apart as the way between them is long: at most 1. */
  straight: number;
}

function reachesOf(line: readonly Point[], length: number): Reach[] {
  const steps = line.map((point, index) => (index === 0 ? 0 : Math.hypot(point.x - line[index - 1]!.x, point.y - line[index - 1]!.y)));
  return line.flatMap((from, start) => {
    let way = 0;
    const end = line.findIndex((_, index) => index > start && (way += steps[index]!) >= length);
    const to = line[end];
    if (!to) return [];
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const angle = turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn;
    return [{ middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, angle, straight: Math.hypot(to.x - from.x, to.y - from.y) / way }];
  });
}

function beside({ middle, angle }: Reach, side: number): Point {
  const across = ((angle + 90) * Math.PI) / 180;
  return { x: middle.x + side * OFF * Math.cos(across), y: middle.y + side * OFF * Math.sin(across) };
}

/** How much of a name is clear of the middles of hexes, where counters stand: at most 1. */
function room({ x, y }: Point, angle: number, length: number, middles: readonly Point[]): number {
  const [dx, dy] = [Math.cos((angle * Math.PI) / 180) * length, Math.sin((angle * Math.PI) / 180) * length];
  const parts = [-0.5, -0.25, 0, 0.25, 0.5].map(part => Math.min(COUNTER, ...middles.map(middle => Math.hypot(middle.x - x - dx * part, middle.y - y - dy * part))));
  return parts.reduce((sum, distance) => sum + distance, 0) / (COUNTER * parts.length);
}

function inside({ bounds: { x, y, width, height } }: HexGround, at: Point, length: number): boolean {
  const room = length / 2 + 10;
  return at.x > x + room && at.y > y + room && at.x < x + width - room && at.y < y + height - room;
}
