import { geoConicConformal, geoMercator } from 'd3-geo';
import type { PlainKey } from '../../messages';
import type { Point, Rect } from '../ground';

/** A place on the globe: longitude, latitude. */
export type Place = readonly [number, number];

/** Turns places on the globe into points of the sheet. */
export type Projection = (place: Place) => Point;

/** A piece of the globe and where on the sheet it is drawn. */
export interface ChartMap {
  /** Conic ones with their two parallels, and the meridian that stands upright where that is not the middle's. */
  parallels?: readonly [number, number];
  meridian?: number;
  /** The place in the middle of the frame. */
  centre: Place;
  /** How long a degree of longitude is at the centre of a Mercator map, or at the parallels of a conic one. */
  degree: number;
  frame: Rect;
  /** What is written on it, and where in the frame. Insets have a frame of paper around them. */
  title?: { words: PlainKey; at: Point };
  /** Insets of one block lie edge to edge: what surrounds them surrounds them together. */
  block?: string;
  /** Whether a rope lies around it: nobody crosses it as he crosses a border. */
  rope?: boolean;
}

/** Where pieces stand: the middle of their row, how large they are drawn, and how many rows of how many they may fill. */
export interface Stand {
  at: Place;
  scale: number;
  across: number;
}

/** A name on the chart beside its sign. */
export interface Caption {
  dx: number;
  dy: number;
  anchor: 'start' | 'middle' | 'end';
}

/**
 * An area: its outline by the names of its corners, on each map that shows a part of it. A name may be that of an arc,
 * which stands for all its corners, or that of an arc after `~`, which runs it backwards. `/` begins another piece, and `*`
 * is the whole map.
 */
export interface ChartArea {
  rings: Readonly<Record<string, string>>;
  label: Place;
  /** Whether water belongs to it, where areas lie over land. */
  water?: boolean;
  /** `grand` names are large and spaced, `narrow` ones have a line for each part. */
  print?: 'grand' | 'narrow' | 'grand narrow' | 'home';
  stand: Stand;
  /** Where counters of nobody stand, if not among the others. */
  counters?: Stand;
}

/** A port, or anything else that is a point. */
export interface ChartPort {
  map?: string;
  at: Place;
  caption: Caption;
  stand: Stand;
}

/** How a board of areas is drawn. Corners are named once, so that areas that touch share them to the last digit. */
export interface Chart {
  /** The boards that it draws: the game's spaces must be the chart's. */
  board: string;
  maps: Readonly<Record<string, ChartMap>>;
  corners: Readonly<Record<string, Place>>;
  /** Borders with many bends: corners, most of which need no name. */
  arcs?: Readonly<Record<string, readonly (string | Place)[]>>;
  /** What areas lie over: water, with land between them, or land. */
  over?: 'water' | 'land';
  areas: Readonly<Record<string, ChartArea>>;
  ports: Readonly<Record<string, ChartPort>>;
  /** Which areas touch: what the corners must come to. */
  borders: readonly (readonly [string, string])[];
  /** Where the title is printed on the sheet, if it does not lie over it. */
  cartouche?: Point;
  /** Names of lands, and of waters that belong to nobody. */
  lands: readonly { words: PlainKey; at: Place; size: number; water?: boolean }[];
}

/** The map on which everything lies that names no other. */
export const MAIN = 'main';

/** The projection of a map. */
export function projectionOf({ parallels, meridian, centre, degree, frame }: ChartMap): Projection {
  const scale = (degree * 180) / Math.PI;
  const middle: [number, number] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const upright = meridian ?? centre[0];
  const project = parallels
    ? geoConicConformal().parallels([...parallels]).rotate([-upright, 0]).center([centre[0] - upright, centre[1]]).scale(scale).translate(middle)
    : geoMercator().center([...centre]).scale(scale).translate(middle);
  return place => {
    const [x, y] = project([...place]) ?? [0, 0];
    return { x, y };
  };
}

/** All corners by name: those that are named, and those of arcs. */
export function cornersOf(chart: Chart): Map<string, Place> {
  const found = new Map(Object.entries(chart.corners));
  for (const [arc, points] of Object.entries(chart.arcs ?? {})) {
    points.forEach((point, index) => { if (typeof point !== 'string') found.set(`${arc}.${index}`, point); });
  }
  return found;
}

/** The pieces of an outline, each by the names of its corners. A whole map has none. */
export function ringsOf(chart: Chart, outline: string): string[][] {
  if (outline === '*') return [];
  return outline.split(' / ').map(piece => {
    const names = piece.split(' ').flatMap(name => {
      const arc = chart.arcs?.[name.replace('~', '')];
      if (!arc) return [name];
      const along = arc.map((point, index) => (typeof point === 'string' ? point : `${name.replace('~', '')}.${index}`));
      return name.startsWith('~') ? along.toReversed() : along;
    });
    // Where arcs meet, both name the corner.
    return names.filter((name, index) => name !== names[(index + names.length - 1) % names.length]);
  });
}

/** The sides of a ring, each by the names of its ends in alphabetical order. */
function sidesOf(names: readonly string[]): [string, string][] {
  return names.map((name, index) => {
    const next = names[(index + 1) % names.length] as string;
    return name < next ? [name, next] : [next, name];
  });
}

/** A side of areas: on which map, between which corners, of whom. */
export interface ChartSide {
  map: string;
  ends: [string, string];
  areas: string[];
}

/** All sides, each once. */
export function sides(chart: Chart): ChartSide[] {
  const found = new Map<string, ChartSide>();
  for (const [area, { rings }] of Object.entries(chart.areas)) {
    for (const [map, outline] of Object.entries(rings)) {
      for (const ends of ringsOf(chart, outline).flatMap(sidesOf)) {
        const name = `${map} ${ends.join(' ')}`;
        const side = found.get(name) ?? { map, ends, areas: [] };
        side.areas.push(area);
        found.set(name, side);
      }
    }
  }
  return [...found.values()];
}

/** The sides that two areas share. */
export function sharedSides(chart: Chart): ChartSide[] {
  return sides(chart).filter(({ areas }) => areas.length > 1);
}
