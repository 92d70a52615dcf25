import { geoMercator } from 'd3-geo';
import type { Board, Space } from '../wire';
import { around, short, type Ground, type Point, type Rect } from './ground';
import { seeded, seedOf } from './seeded';

/** A board of named areas, as scenes describe it. */
export type AreaBoard = Extract<Board, { kind: 'areas' }>;

/** How wide a space is drawn. */
export const REACH = 58;
const MARGIN = 120;

/** Turns places on the globe into points of the sheet. */
export type Projection = (place: [number, number]) => [number, number] | null;

/**
 * A map of areas. Spaces that say where on the globe they are (figures `longitude` and `latitude`) stand there, with the
 * coast under them; others are laid out so that neighbours lie near each other.
 */
export class AreaGround implements Ground {
  readonly key: string;
  readonly bounds: Rect;
  readonly pace = REACH * 2;
  /** Where the coast is drawn, if the board is a piece of the globe. */
  readonly projection: Projection | null;
  private readonly points: Map<string, Point>;
  private readonly beside = new Map<string, string[]>();

  constructor(readonly board: AreaBoard) {
    this.key = board.key;
    for (const [a, b] of board.borders) {
      this.beside.set(a, [...(this.beside.get(a) ?? []), b]);
      this.beside.set(b, [...(this.beside.get(b) ?? []), a]);
    }
    const places = new Map(board.spaces.map(space => [space.key, onGlobe(space)]));
    const known = [...places.values()].filter(place => place !== null);
    if (known.length === places.size && known.length > 0) {
      const globe = { type: 'MultiPoint' as const, coordinates: known };
      const project = geoMercator().fitExtent([[0, 0], [1500, 1000]], globe);
      this.projection = project;
      this.points = new Map([...places].map(([key, place]) => {
        const [x, y] = project(place as [number, number]) ?? [0, 0];
        return [key, { x, y }];
      }));
    } else {
      this.projection = null;
      this.points = spread(board);
    }
    this.bounds = around(this.points.values(), MARGIN) ?? { x: 0, y: 0, width: 800, height: 600 };
  }

  keys(): Iterable<string> {
    return this.points.keys();
  }

  has(space: string): boolean {
    return this.points.has(space);
  }

  centre(space: string): Point {
    return this.points.get(space) ?? { x: 0, y: 0 };
  }

  outline(space: string, inset = 0): string {
    const { x, y } = this.centre(space);
    const reach = REACH - inset;
    const arc = `a${reach},${reach} 0 1 1`;
    return `M${short(x - reach)},${short(y)}${arc} ${2 * reach},0${arc} ${-2 * reach},0Z`;
  }

  at({ x, y }: Point): string | null {
    for (const [key, point] of this.points) {
      if ((point.x - x) ** 2 + (point.y - y) ** 2 <= REACH ** 2) return key;
    }
    return null;
  }

  toward(space: string, dx: number, dy: number): string | null {
    const from = this.centre(space);
    let best: string | null = null;
    let most = 0.3;
    for (const next of this.beside.get(space) ?? []) {
      const to = this.centre(next);
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const along = (dx * (to.x - from.x) + dy * (to.y - from.y)) / length;
      if (along > most) [best, most] = [next, along];
    }
    return best;
  }

  route(from: string, to: string): Point[] {
    return from === to ? [this.centre(to)] : [this.centre(from), this.centre(to)];
  }

  bearing(facing: number): number {
    return (facing - 1) * 60;
  }
}

function onGlobe(space: Space): [number, number] | null {
  const figure = (name: string) => space.figures.find(fact => fact.name === name)?.value;
  const [longitude, latitude] = [figure('longitude'), figure('latitude')];
  if (longitude === undefined || latitude === undefined) return null;
  return [Number(longitude), Number(latitude)];
}

/** Pulls neighbours together and pushes all others apart, from a start that is always the same. */
function spread({ key, spaces, borders }: AreaBoard): Map<string, Point> {
  const chance = seeded(seedOf(key));
  const points = new Map(spaces.map(space => [space.key, { x: chance() * 1200, y: chance() * 800 }]));
  const far = REACH * 4;
  for (let round = 0; round < 300; round++) {
    const push = 12 * (1 - round / 300);
    for (const [one, a] of points) {
      for (const [other, b] of points) {
        if (one >= other) continue;
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const length = Math.hypot(dx, dy) || 1;
        const near = borders.some(([p, q]) => (p === one && q === other) || (p === other && q === one));
        const force = near ? (length - far) / far : Math.min(0, (length - far * 1.6) / far);
        const [mx, my] = [(dx / length) * force * push, (dy / length) * force * push];
        a.x += mx;
        a.y += my;
        b.x -= mx;
        b.y -= my;
      }
    }
  }
  return points;
}
