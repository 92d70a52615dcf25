import { geoConicConformal, geoMercator } from 'd3-geo';
import type { PlainKey } from '../../messages';
import type { Point, Rect } from '../ground';

/** A place on the globe: longitude, latitude. */
export type Place = readonly [number, number];

/** Turns places on the globe into points of the sheet. */
export type Projection = (place: Place) => Point;

/** A piece of the globe and where on the sheet it is drawn. */
export interface ChartMap {
  /** Conic ones with their two parallels. */
  parallels?: readonly [number, number];
  /** The place in the middle of the frame. */
  centre: Place;
  /** How long a degree of longitude is at the centre of a Mercator map, or at the parallels of a conic one. */
  degree: number;
  frame: Rect;
  /** What is written on it, and where in the frame. Insets have a frame of paper around them. */
  title?: { words: PlainKey; at: Point };
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

/** An area: its outline by the names of its corners, on each map that shows a part of it. */
export interface ChartArea {
  rings: Readonly<Record<string, string>>;
  label: Place;
  /** `grand` names are large and spaced, `narrow` ones have a line for each part. */
  print?: 'grand' | 'narrow' | 'grand narrow';
  stand: Stand;
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
  areas: Readonly<Record<string, ChartArea>>;
  ports: Readonly<Record<string, ChartPort>>;
  /** Which areas touch: what the corners must come to. */
  borders: readonly (readonly [string, string])[];
  /** Names of lands. */
  lands: readonly { words: PlainKey; at: Place; size: number }[];
}

/** The map on which everything lies that names no other. */
export const MAIN = 'main';

/** The projection of a map. */
export function projectionOf({ parallels, centre, degree, frame }: ChartMap): Projection {
  const scale = (degree * 180) / Math.PI;
  const middle: [number, number] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const project = parallels
    ? geoConicConformal().parallels([...parallels]).rotate([-centre[0], 0]).center([0, centre[1]]).scale(scale).translate(middle)
    : geoMercator().center([...centre]).scale(scale).translate(middle);
  return place => {
    const [x, y] = project([...place]) ?? [0, 0];
    return { x, y };
  };
}

/** A side of an area, by the names of its ends in alphabetical order. */
function sidesOf(ring: string): [string, string][] {
  const names = ring.split(' ');
  return names.map((name, index) => {
    const next = names[(index + 1) % names.length] as string;
    return name < next ? [name, next] : [next, name];
  });
}

/** The sides that two areas share, with the areas: each is drawn once. */
export function sharedSides(chart: Chart): { map: string; ends: [string, string]; areas: [string, string] }[] {
  const found = new Map<string, { map: string; ends: [string, string]; areas: string[] }>();
  for (const [area, { rings }] of Object.entries(chart.areas)) {
    for (const [map, ring] of Object.entries(rings)) {
      for (const ends of sidesOf(ring)) {
        const name = `${map} ${ends.join(' ')}`;
        const side = found.get(name) ?? { map, ends, areas: [] };
        side.areas.push(area);
        found.set(name, side);
      }
    }
  }
  return [...found.values()].flatMap(({ map, ends, areas: [one, other] }) =>
    (one !== undefined && other !== undefined ? [{ map, ends, areas: [one, other] }] : []));
}
