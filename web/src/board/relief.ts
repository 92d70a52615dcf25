import { along, short, type Point } from './ground';
import type { HexGround } from './hexes';
import { seeded, seedOf } from './seeded';

/** What drawing keeps clear of. */
export interface Kept {
  /** Whether a point comes too near. */
  covers(point: Point, reach?: number): boolean;
}

/** Points that drawing keeps clear of, found again by where they are. */
export class Clearing implements Kept {
  private readonly cells = new Map<string, Point[]>();

  constructor(private readonly reach: number) {}

  add(points: Iterable<Point>): void {
    for (const point of points) {
      const name = this.name(point.x, point.y);
      const cell = this.cells.get(name);
      if (cell) cell.push(point);
      else this.cells.set(name, [point]);
    }
  }

  covers({ x, y }: Point, reach = this.reach): boolean {
    for (const dx of [-this.reach, 0, this.reach]) {
      for (const dy of [-this.reach, 0, this.reach]) {
        for (const point of this.cells.get(this.name(x + dx, y + dy)) ?? []) if (Math.hypot(point.x - x, point.y - y) < reach) return true;
      }
    }
    return false;
  }

  private name(x: number, y: number): string {
    return `${Math.floor(x / this.reach)},${Math.floor(y / this.reach)}`;
  }
}

/** Strokes by the part of the sheet where they lie: a browser that paints one part need not go through all of them. */
export class Parts {
  private readonly paths = new Map<string, string>();

  add({ x, y }: Point, path: string): void {
    const name = `${Math.floor(x / PART)},${Math.floor(y / PART)}`;
    this.paths.set(name, (this.paths.get(name) ?? '') + path);
  }

  get all(): string[] {
    return [...this.paths.values()];
  }
}

const PART = 300;

/** Round trees: their crowns, and the shade at the foot of each, part by part. */
export interface Woods {
  crowns: string[];
  feet: string[];
}

/** How many trees a hex has, where nothing is in their way. */
const TREES = 16;

/** Trees in hexes, scattered so that none covers another and none stands on a road or in a river. */
export function woods(ground: HexGround, hexes: ReadonlySet<string>, clear: Kept): Woods {
  const standing = new Clearing(13);
  const [crowns, feet] = [new Parts(), new Parts()];
  for (const space of hexes) {
    const chance = seeded(seedOf(`wood ${space}`));
    const centre = ground.centre(space);
    for (let tries = 0, trees = 0; tries < 60 && trees < TREES; tries++) {
      const point = { x: centre.x + (chance() - 0.5) * ground.pace, y: centre.y + (chance() - 0.5) * 2 * ground.size };
      const radius = 3 + 1.9 * chance();
      if (ground.at(point) !== space || clear.covers(point) || standing.covers(point, 11 + radius * 0.4)) continue;
      standing.add([point]);
      trees += 1;
      const [x, y, r] = [short(point.x), short(point.y), short(radius)];
      crowns.add(point, `M${short(point.x - radius)},${y}a${r},${r} 0 1 0 ${short(2 * radius)},0a${r},${r} 0 1 0 ${short(-2 * radius)},0Z`);
      const out = radius + 0.4;
      feet.add(point, `M${short(point.x - out)},${short(point.y + 0.6)}A${short(out)},${short(out)} 0 0 0 ${short(Number(x) + out)},${short(point.y + 0.6)}`);
    }
  }
  return { crowns: crowns.all, feet: feet.all };
}

/** Hachures along the inner rim of outlines, and a few spurs in the heart of wide hills. */
export function hachures(ground: HexGround, rims: readonly Point[][], hexes: ReadonlySet<string>): string[] {
  const parts = new Parts();
  const stroke = (from: Point, dx: number, dy: number) => parts.add(from, `M${short(from.x)},${short(from.y)}l${short(dx)},${short(dy)}`);
  for (const rim of rims) {
    const line = along(rim, true, 12);
    let gone = 0;
    line.forEach((point, index) => {
      const next = line[(index + 1) % line.length] as Point;
      const step = Math.hypot(next.x - point.x, next.y - point.y);
      gone += step;
      if (gone < 5 || step === 0) return;
      gone = 0;
      const chance = seeded(seedOf(`rim ${Math.round(point.x)} ${Math.round(point.y)}`));
      // Outlines go round clockwise and holes the other way: the hill is always at the right hand.
      const [nx, ny] = [-(next.y - point.y) / step, (next.x - point.x) / step];
      const [start, length, lean] = [1.5 + 2.5 * chance(), 5 + 5.5 * chance(), (chance() - 0.5) * 0.5];
      stroke({ x: point.x + nx * start, y: point.y + ny * start }, (nx - ny * lean) * length, (ny + nx * lean) * length);
    });
  }
  for (const space of hexes) {
    const around = [1, 2, 3, 4, 5, 6].map(side => ground.neighbour(space, side));
    if (around.some(next => next !== null && !hexes.has(next))) continue;
    parts.add(ground.centre(space), spur(ground.centre(space), space));
  }
  return parts.all;
}

/** A ridge with hachures down both slopes. */
function spur({ x, y }: Point, space: string): string {
  const chance = seeded(seedOf(`spur ${space}`));
  const angle = (chance() - 0.5) * 1.9;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy, reach, bow] = [x + (chance() - 0.5) * 22, y + (chance() - 0.5) * 26, 14 + 9 * chance(), (chance() - 0.5) * 0.7];
  let path = '';
  for (let far = -reach; far <= reach; far += 4.2) {
    const fall = (1 - (far / reach) ** 2) * 5.5 + 3;
    const bend = bow * (far * far) / reach;
    const at = { x: cx + ux * far - uy * bend, y: cy + uy * far + ux * bend };
    for (const down of [-1, 1]) {
      const fan = far / reach * 0.5;
      const [dx, dy] = [-uy * down + ux * fan, ux * down + uy * fan];
      path += `M${short(at.x + dx * 2)},${short(at.y + dy * 2)}l${short(dx * fall)},${short(dy * fall)}`;
    }
  }
  return path;
}
