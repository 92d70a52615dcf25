import type { AreaBoard } from './areas';
import type { Sheet } from './charts/all';
import { cornersOf, MAIN, projectionOf, ringsOf, sides, type Caption, type Chart, type ChartMap, type ChartSide, type Place, type Projection, type Stand } from './charts/chart';
import { polygon, short, type Ground, type Point, type Rect } from './ground';

/** How far beyond its frame a chart goes on, so that no table shows where it ends. */
export const BLEED = 420;
/** How near to the sign of a port the pointer must be. */
const PORT_REACH = 13;

/** A piece of an area: one map's share of it. */
interface Ring {
  map: string;
  points: Point[];
}

/** Where and how large the pieces of a space stand. */
export interface Standpoint {
  at: Point;
  scale: number;
  across: number;
}

/** A board of areas that is drawn as a chart of a piece of the globe. */
export class ChartGround implements Ground {
  readonly key: string;
  readonly bounds: Rect;
  readonly pace = 110;
  readonly chart: Chart;
  /** Dashed lines between areas, by map. */
  readonly borders: ReadonlyMap<string, string>;
  /** Where the waters of areas end at sea, by map, on charts whose areas lie over land. */
  readonly shores: ReadonlyMap<string, string>;
  /** Whether areas lie over land, so that land takes the colour of who holds it. */
  readonly overLand: boolean;
  private readonly projections = new Map<string, Projection>();
  private readonly rings = new Map<string, Ring[]>();
  private readonly stands = new Map<string, Standpoint>();
  private readonly counters = new Map<string, Standpoint>();
  private readonly corners: ReadonlyMap<string, Place>;
  private readonly labels = new Map<string, Point>();
  private readonly beside = new Map<string, string[]>();

  constructor(readonly board: AreaBoard, readonly sheet: Sheet) {
    const { chart } = sheet;
    this.chart = chart;
    this.key = board.key;
    this.overLand = chart.over === 'land';
    this.corners = cornersOf(chart);
    this.bounds = this.map(MAIN).frame;
    for (const [key, map] of Object.entries(chart.maps)) this.projections.set(key, projectionOf(map));
    for (const { key } of board.spaces) this.lay(key);
    for (const [one, other] of board.borders) {
      this.beside.set(one, [...(this.beside.get(one) ?? []), other]);
      this.beside.set(other, [...(this.beside.get(other) ?? []), one]);
    }
    const all = sides(chart);
    // Land that belongs to no area has its borders too; those at sea are cut off at the coast.
    this.borders = this.lines(this.overLand ? all : all.filter(({ areas }) => areas.length > 1));
    this.shores = this.lines(this.overLand ? all.filter(({ areas: [one, other] }) => other === undefined && chart.areas[one ?? '']?.water) : []);
  }

  /** Sides as one path for each map. */
  private lines(all: readonly ChartSide[]): Map<string, string> {
    const lines = new Map<string, string>();
    for (const { map, ends: [from, to] } of all) {
      const [a, b] = [this.corner(map, from), this.corner(map, to)];
      lines.set(map, `${lines.get(map) ?? ''}M${short(a.x)},${short(a.y)}L${short(b.x)},${short(b.y)}`);
    }
    return lines;
  }

  private lay(key: string): void {
    const area = this.chart.areas[key];
    const port = this.chart.ports[key];
    const map = this.mapOf(key);
    if (area) {
      this.rings.set(key, Object.entries(area.rings).flatMap(([on, outline]) => (outline === '*' ? [{ map: on, points: cornersIn(this.map(on).frame) }]
        : ringsOf(this.chart, outline).map(names => ({ map: on, points: names.map(name => this.corner(on, name)) })))));
    }
    const [stand, at] = [area?.stand ?? port?.stand, area?.label ?? port?.at];
    if (!stand || !at) return;
    this.labels.set(key, this.project(map, at));
    const standpoint = ({ at: place, scale, across }: Stand): Standpoint => ({ at: this.project(map, place), scale, across });
    this.stands.set(key, standpoint(stand));
    if (area?.counters) this.counters.set(key, standpoint(area.counters));
  }

  /** The map on which a space is named and its pieces stand. */
  mapOf(space: string): string {
    const { rings } = this.chart.areas[space] ?? {};
    return this.chart.ports[space]?.map ?? (rings && !(MAIN in rings) ? (Object.keys(rings)[0] ?? MAIN) : MAIN);
  }

  /** What the outline of a space is cut with: land that ends at its coast. */
  clip(space: string, id: string): string | undefined {
    return this.overLand && this.mapOf(space) === MAIN && !this.chart.areas[space]?.water ? `url(#land-${id})` : undefined;
  }

  map(key: string): ChartMap {
    return this.chart.maps[key] as ChartMap;
  }

  /** The maps that lie over the main one. */
  insets(): string[] {
    return Object.keys(this.chart.maps).filter(key => key !== MAIN);
  }

  project(map: string, place: readonly [number, number]): Point {
    return this.projections.get(map)?.(place) ?? { x: 0, y: 0 };
  }

  private corner(map: string, name: string): Point {
    return this.project(map, this.corners.get(name) ?? [0, 0]);
  }

  keys(): Iterable<string> {
    return this.stands.keys();
  }

  has(space: string): boolean {
    return this.stands.has(space);
  }

  isPort(space: string): boolean {
    return space in this.chart.ports;
  }

  centre(space: string): Point {
    return this.stand(space).at;
  }

  mooring(space: string): Point | null {
    return this.isPort(space) ? this.label(space) : null;
  }

  stand(space: string): Standpoint {
    return this.stands.get(space) ?? { at: { x: 0, y: 0 }, scale: 1, across: 1 };
  }

  /** Where counters of nobody stand. */
  counterStand(space: string): Standpoint {
    return this.counters.get(space) ?? this.stand(space);
  }

  /** Where the name of an area stands, or the sign of a port. */
  label(space: string): Point {
    return this.labels.get(space) ?? { x: 0, y: 0 };
  }

  caption(port: string): Caption {
    return this.chart.ports[port]?.caption ?? { dx: 9, dy: 4, anchor: 'start' };
  }

  /** The cost of entering covers the printed one. */
  mark(space: string): Point {
    const { x, y } = this.label(space);
    if (this.overLand) return { x: x + (this.chart.areas[space]?.print === 'home' ? 0 : 64), y: y + (this.chart.areas[space]?.print === 'home' ? -22 : 13) };
    return this.isPort(space) ? { x, y: y + 1 } : { x: x - 26, y: y + 13 };
  }

  outline(space: string): string {
    return this.outlineOn(this.overLand ? this.mapOf(space) : MAIN, space);
  }

  /** The outline of a space on one map; a port's is a ring around its sign. */
  outlineOn(map: string, space: string): string {
    if (this.isPort(space)) {
      if ((this.chart.ports[space]?.map ?? MAIN) !== map) return '';
      const { x, y } = this.label(space);
      return `M${short(x - PORT_REACH)},${short(y)}a${PORT_REACH},${PORT_REACH} 0 1 1 ${2 * PORT_REACH},0a${PORT_REACH},${PORT_REACH} 0 1 1 ${-2 * PORT_REACH},0Z`;
    }
    return (this.rings.get(space) ?? []).filter(ring => ring.map === map).map(({ points }) => polygon(points)).join('');
  }

  at(point: Point): string | null {
    let [nearest, least]: [string | null, number] = [null, PORT_REACH ** 2];
    for (const key of Object.keys(this.chart.ports)) {
      const { x, y } = this.label(key);
      const far = (x - point.x) ** 2 + (y - point.y) ** 2;
      if (this.has(key) && far <= least) [nearest, least] = [key, far];
    }
    if (nearest !== null) return nearest;
    const map = this.insets().find(key => within(this.map(key).frame, point)) ?? MAIN;
    for (const [key, rings] of this.rings) if (rings.some(ring => ring.map === map && inside(ring.points, point))) return key;
    return null;
  }

  toward(space: string, dx: number, dy: number): string | null {
    if (this.overLand) return this.nearest(space, dx, dy);
    const from = this.label(space);
    let best: string | null = null;
    let most = 0.3;
    for (const next of this.beside.get(space) ?? []) {
      const to = this.label(next);
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const along = (dx * (to.x - from.x) + dy * (to.y - from.y)) / length;
      if (along > most) [best, most] = [next, along];
    }
    return best;
  }

  /** The nearest space in a direction, neighbour or not: insets touch nothing. */
  private nearest(space: string, dx: number, dy: number): string | null {
    const from = this.label(space);
    let [best, least]: [string | null, number] = [null, Infinity];
    for (const next of this.keys()) {
      const { x, y } = this.label(next);
      const [along, across] = [dx * (x - from.x) + dy * (y - from.y), Math.abs(dy * (x - from.x) - dx * (y - from.y))];
      if (along > 20 && across <= along * 1.2 && along + across < least) [best, least] = [next, along + across];
    }
    return best;
  }

  /** The way goes from area to area, by as few as can be. */
  route(from: string, to: string): Point[] {
    const before = new Map<string, string>();
    const open = [from];
    for (let at = open.shift(); at !== undefined && at !== to; at = open.shift()) {
      for (const next of this.beside.get(at) ?? []) {
        if (next === from || before.has(next) || (this.isPort(next) && next !== to)) continue;
        before.set(next, at);
        open.push(next);
      }
    }
    const way = [to];
    for (let at = before.get(to); at !== undefined; at = before.get(at)) way.unshift(at);
    return (way[0] === from ? way : [from, to]).map(space => this.centre(space));
  }

  bearing(facing: number): number {
    return (facing - 1) * 60;
  }
}

function cornersIn({ x, y, width, height }: Rect): Point[] {
  return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];
}

function within({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
}

/** Whether a point lies in a polygon: a line from it crosses an odd number of sides. */
export function inside(points: readonly Point[], { x, y }: Point): boolean {
  let odd = false;
  for (let index = 0, last = points.length - 1; index < points.length; last = index++) {
    const [a, b] = [points[index] as Point, points[last] as Point];
    if ((a.y > y) !== (b.y > y) && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}
