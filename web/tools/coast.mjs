// Draws the coasts of the charts: Natural Earth at 1:50m, projected, cut to the frame, simplified and rounded to a tenth of
// a pixel. `npm run coast` writes src/board/charts/NAME.coast.json, so that no page has to load the whole world.
import { readFileSync, writeFileSync } from 'node:fs';
import { geoConicConformal, geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import { runnerImport } from 'vite';

/** How far beyond its frame the main map goes on, so that no table shows where it ends. */
export const BLEED = 420;
/** How far a point may lie off the line that replaces it, and how small an island may be, in pixels. */
const OFF = 0.45;
const SMALLEST = 3;

const world = JSON.parse(readFileSync(new URL('../node_modules/world-atlas/land-50m.json', import.meta.url), 'utf8'));
const land = feature(world, world.objects.land);

/** The coast of one map of a chart, as a path. */
export function coastOf({ parallels, meridian = undefined, centre, degree, frame }, bleed) {
  const upright = meridian ?? centre[0];
  const project = parallels ? geoConicConformal().parallels(parallels).rotate([-upright, 0]).center([centre[0] - upright, centre[1]]) : geoMercator().center(centre);
  const box = [[frame.x - bleed, frame.y - bleed], [frame.x + frame.width + bleed, frame.y + frame.height + bleed]];
  project.scale((degree * 180) / Math.PI).translate([frame.x + frame.width / 2, frame.y + frame.height / 2]).clipExtent(box);
  const rings = (geoPath(project)(land) ?? '').split('M').filter(ring => ring !== '')
    .map(ring => ring.replace('Z', '').split('L').map(point => point.split(',').map(Number)));
  return rings.filter(ring => area(ring) > SMALLEST).map(simple).filter(ring => ring.length > 2).map(written).join('');
}

function area(ring) {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Douglas and Peucker, from the two points of a ring that lie farthest apart. */
function simple(ring) {
  const [first] = ring;
  const far = ring.reduce((best, point, index) => (off(point, first) > off(ring[best], first) ? index : best), 0);
  return [...thinned(ring.slice(0, far + 1)).slice(0, -1), ...thinned([...ring.slice(far), first]).slice(0, -1)];
}

function off([x, y], [otherX, otherY]) {
  return Math.hypot(x - otherX, y - otherY);
}

function thinned(line) {
  const [from, to] = [line[0], line[line.length - 1]];
  const length = off(from, to);
  let [worst, most] = [0, OFF];
  for (let index = 1; index < line.length - 1; index++) {
    const [x, y] = line[index];
    const away = length === 0 ? off(line[index], from) : Math.abs((to[0] - from[0]) * (from[1] - y) - (from[0] - x) * (to[1] - from[1])) / length;
    if (away > most) [worst, most] = [index, away];
  }
  if (worst === 0) return [from, to];
  return [...thinned(line.slice(0, worst + 1)).slice(0, -1), ...thinned(line.slice(worst))];
}

/** Steps from point to point are shorter than places. */
function written(ring) {
  const tenths = ring.map(point => point.map(value => Math.round(value * 10)));
  const figure = value => String(value / 10).replace(/^(-?)0\./, '$1.');
  let [lastX, lastY] = tenths[0];
  let path = `M${figure(lastX)},${figure(lastY)}l`;
  path += tenths.slice(1).map(([x, y]) => {
    const step = `${figure(x - lastX)},${figure(y - lastY)}`;
    [lastX, lastY] = [x, y];
    return step;
  }).join(' ');
  return `${path.replaceAll(',-', '-').replaceAll(' -', '-')}z`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { module: { charts } } = await runnerImport(new URL('../src/board/charts/all.ts', import.meta.url).pathname, { configFile: false });
  for (const [name, { chart }] of Object.entries(charts)) {
    const coasts = Object.fromEntries(Object.entries(chart.maps).map(([key, map]) => [key, coastOf(map, key === 'main' ? BLEED : 0)]));
    const file = new URL(`../src/board/charts/${name}.coast.json`, import.meta.url);
    writeFileSync(file, `${JSON.stringify(coasts, null, 1)}\n`);
    console.log(name, Object.entries(coasts).map(([key, path]) => `${key} ${path.length}`).join(', '));
  }
}
