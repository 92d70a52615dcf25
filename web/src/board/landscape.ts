import { coast, drawn, hexesOf, isWater, outlines } from './coast';
import { fieldOf, type Field } from './field';
import { along, short, type Point } from './ground';
import type { HexGround } from './hexes';
import { blocks, numberAt, placesOf, watersOf, type Place, type Water } from './places';
import { Clearing, hachures, woods, type Woods } from './relief';
import { depths, shoals, type Depths } from './sea';
import { seedOf } from './seeded';
import { streamsOf } from './streams';
import { courses, watercourse } from './waterways';
import { track, waysOf } from './ways';

/** All that is printed on a sheet of hexes. It is computed once and is the same on every screen. */
export interface Landscape {
  depths: Depths;
  land: string;
  /** Shores of sand, along the water. */
  beach: string;
  jungle: string;
  woods: Woods;
  hill: string;
  hachures: string[];
  blocks: string;
  rivers: string;
  /** Narrow waters between two hexes that nobody passes. */
  channels: string;
  roads: string;
  rails: string;
  bridges: string;
  places: Place[];
  waters: Water[];
  /** Names of rivers, beside them. */
  streams: Water[];
  numbers: { space: string; at: Point; dry: boolean }[];
  /** Where a compass is printed, on sheets that are mostly land. */
  rose: Point | null;
  /** What only a field of battle has. */
  field: Field | null;
}

const known = new Map<string, Landscape>();
/** Tables and pictures of one match share a landscape; more than a few are never looked at. */
const MOST = 12;

/** The landscape of a sheet. Who holds a place is no part of it: that is drawn apart. */
export function landscapeOf(ground: HexGround): Landscape {
  const { name, columns, rows, flatTop, lettered, spaces, ways, sides, shores } = ground.board;
  const sign = String(seedOf(JSON.stringify([name, columns, rows, flatTop, lettered, spaces.map(space => [space.key, space.terrain, space.name]), ways, sides, shores])));
  let found = known.get(sign);
  if (!found) {
    found = survey(ground);
    if (known.size >= MOST) known.clear();
    known.set(sign, found);
  }
  return found;
}

function survey(ground: HexGround): Landscape {
  const { spaces } = ground.board;
  const dry = hexesOf(ground, terrain => !isWater(terrain));
  const hills = hexesOf(ground, terrain => terrain === 'hill');
  const jungle = hexesOf(ground, terrain => terrain === 'jungle' || terrain === 'woods');
  const rivers = courses(ground, 'river');
  const { roads, rails, bridges } = waysOf(ground);
  const clear = new Clearing(13);
  const lines = [...rivers, ...roads, ...rails];
  for (const line of lines) clear.add(along(line, false, 6));
  const field = ground.isField ? fieldOf(ground, clear) : null;
  const rims = outlines(ground, hills);
  // Woods stop short of hills, which are drawn over them, and of coasts.
  const edges = new Clearing(11);
  for (const rim of [...rims, ...(field ? [] : coast(ground))]) edges.add(along(rim, true, 6));
  const open = { covers: (point: Point) => clear.covers(point, 9) || edges.covers(point, 10) };
  const [places, waters] = [placesOf(ground), watersOf(ground)];
  const mostlyLand = !field && dry.size * 3 > spaces.length && dry.size > 30;
  return {
    depths: field ? { deep: [], deepest: [], soundings: [] } : mostlyLand ? shoals(ground, dry) : depths(ground.board.name, ground.bounds),
    land: field ? wholeSheet(ground) : drawn(coast(ground)),
    beach: sands(ground),
    // Under hills too: where a hill ends the wood begins, without a gap.
    jungle: drawn(outlines(ground, new Set([...jungle, ...[...hills].filter(hill => touches(ground, hill, jungle))]))),
    woods: woods(ground, jungle, open),
    hill: drawn(rims),
    hachures: hachures(ground, rims, hills),
    blocks: blocks(ground, clear),
    rivers: watercourse(rivers),
    channels: watercourse(courses(ground, 'closed')),
    roads: track(roads),
    rails: track(rails),
    bridges,
    places,
    waters,
    streams: streamsOf(ground, places),
    numbers: [...ground.keys()].map(space => ({ space, at: numberAt(ground, space, places), dry: field !== null || dry.has(space) })),
    rose: mostlyLand ? openWater(ground, dry, waters) : null,
    field,
  };
}

/** A field is land up to the edge of its sheet. */
function wholeSheet({ bounds: { x, y, width, height } }: HexGround): string {
  return `M${short(x)},${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
}

function touches(ground: HexGround, space: string, others: ReadonlySet<string>): boolean {
  return [1, 2, 3, 4, 5, 6].some(side => others.has(ground.neighbour(space, side) ?? ''));
}

/** The shore of hexes where one can land: their sides toward the water. */
function sands(ground: HexGround): string {
  const beaches = hexesOf(ground, terrain => terrain === 'beach');
  const water = hexesOf(ground, isWater);
  const shore = [...beaches].flatMap(space => [1, 2, 3, 4, 5, 6].filter(side => water.has(ground.neighbour(space, side) ?? '')).map(side => {
    const corners = ground.corners(ground.cell(space));
    return [corners[side - 1] as Point, corners[side % 6] as Point];
  }));
  return shore.map(([a, b]) => `M${a!.x.toFixed(1)},${a!.y.toFixed(1)}L${b!.x.toFixed(1)},${b!.y.toFixed(1)}`).join('');
}

/** The middle of the widest water, for the compass: as far as can be from land and from the edges. */
function openWater(ground: HexGround, dry: ReadonlySet<string>, names: readonly Water[]): Point | null {
  const shores = [...dry].map(space => ground.centre(space));
  const { x: left, y: top, width, height } = ground.bounds;
  let [best, most]: [Point | null, number] = [null, 80];
  for (const { key, terrain, name } of ground.board.spaces) {
    if (!isWater(terrain) || name !== '' || !ground.has(key)) continue;
    const spot = ground.centre(key);
    // The scale stands at its right, and the names of waters at some distance.
    if (spot.x + 300 > left + width || names.some(({ x, y }) => Math.abs(x - spot.x) < 420 && Math.abs(y - spot.y) < 120)) continue;
    const edge = Math.min(spot.x - left, spot.y - top, left + width - spot.x, top + height - spot.y) + 26;
    const room = Math.min(edge, ...shores.map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)));
    if (room > most) [best, most] = [spot, room];
  }
  return best;
}
