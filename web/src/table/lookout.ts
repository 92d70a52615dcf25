import type { Camera } from '../board/camera';
import { around, type Ground, type Point, type Rect } from '../board/ground';
import type { Marks } from '../board/marks';
import type { Offer, Place, Scene, View } from '../wire';

/** A map that is looked at: what stands on which ground, and through which camera. */
export interface Lookout {
  scene: Scene;
  ground: Ground;
  camera: Camera;
}

/** So many places are looked at one by one; where more are open, those in sight are enough to go on with. */
const FEW = 12;

/** Below this scale a counter is hard to read, and to touch. */
const READABLE = 0.62;

/** So wide is the strip at the right where the tools lie over the map, in pixels. */
const TOOLS = 60;

function standing({ pieces, groups }: Scene): { key: string; place: Place }[] {
  return [...pieces, ...groups];
}

/** Where a piece or group stands, or a space lies; nowhere if that is not on the map. */
function pointOf(scene: Scene, ground: Ground, key: string): Point[] {
  const place = standing(scene).find(one => one.key === key)?.place;
  const space = place?.kind === 'space' ? place.space : key;
  return ground.has(space) ? [ground.centre(space)] : [];
}

/** Where all pieces and groups of the map stand. */
export function spots(scene: Scene, ground: Ground): Point[] {
  return standing(scene).flatMap(({ place }) => (place.kind === 'space' && ground.has(place.space) ? [ground.centre(place.space)] : []));
}

/** Where there is something to choose. */
export function openSpots(scene: Scene, ground: Ground, { spaces, pieces, groups }: Marks): Point[] {
  const lit = new Set([...pieces.keys(), ...groups.keys()]);
  const held = standing(scene).flatMap(({ key, place }) => (lit.has(key) && place.kind === 'space' ? [place.space] : []));
  return [...spaces.keys(), ...held].filter(space => ground.has(space)).map(space => ground.centre(space));
}

/** The part of the map where forces stand. */
export function forces(scene: Scene, ground: Ground): Rect | null {
  return around(spots(scene, ground), 90);
}

/** Brings a piece or group into sight that was picked from a list. A chart is seen whole: there nothing has to be brought. */
export function showPiece({ scene, ground, camera }: Lookout, key: string): void {
  const place = standing(scene).find(one => one.key === key)?.place;
  if (place?.kind !== 'space' || !ground.has(place.space)) return;
  const point = ground.centre(place.space);
  if (!camera.sees(point, 20)) camera.centreOn(point, 0.7);
}

/** Brings into sight what moved between two views. */
export function showMoved({ ground, camera }: Lookout, before: View, after: View): void {
  const known = new Map(standing(before.scene).map(({ key, place }) => [key, JSON.stringify(place)]));
  const moved = standing(after.scene).find(({ key, place }) => place.kind === 'space' && known.get(key) !== JSON.stringify(place));
  if (moved?.place.kind !== 'space' || !ground.has(moved.place.space)) return;
  const point = ground.centre(moved.place.space);
  if (!camera.sees(point, 30)) camera.centreOn(point);
}

/** A question about places that are out of sight brings them into sight: all if they can be told apart in one look, else the nearest. */
export function showOpen({ scene, ground, camera }: Lookout, marks: Marks): void {
  const open = openSpots(scene, ground, marks);
  const [close, wide] = [around(open, 60), around(open, 130)];
  if (!close || !wide || open.every(point => camera.sees(point, 20, TOOLS)) || camera.bring(close, TOOLS)) return;
  if (open.length <= FEW && camera.scaleOf(wide) >= READABLE) camera.fit(wide, Math.max(camera.scale, READABLE), undefined, false, TOOLS);
  else if (!open.some(point => camera.sees(point, 20, TOOLS))) camera.centreOn(camera.nearest(open), READABLE);
}

/** Brings who acts and what is aimed at into the part of the map that is not covered from the right: both, or else the aim. */
export function showOffer({ scene, ground, camera }: Lookout, { actor, target }: Offer, covered: number): void {
  const aim = target.kind === 'button' || target.kind === 'card' ? [] : pointOf(scene, ground, target.key);
  const both = [...(actor === null ? [] : pointOf(scene, ground, actor)), ...aim];
  const [close, nearest] = [around(both, 60), around(aim, 60)];
  if (!close || camera.bring(close, covered) || (nearest && camera.bring(nearest, covered))) return;
  camera.fit(nearest ?? close, camera.scale, 0, false, covered);
}
