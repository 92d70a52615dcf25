import type { Camera } from '../board/camera';
import type { Ground, Rect } from '../board/ground';
import type { Scene } from '../wire';
import type { Choosing } from './choosing.svelte';
import type { Replay } from './replay.svelte';
import { letters } from './words';

/** All that keys can reach. */
export interface Hands {
  choosing: Choosing;
  replay: Replay;
  camera: () => Camera | undefined;
  ground: () => Ground | null;
  scene: () => Scene | null;
  forces: () => Rect | null;
  enterMap(): void;
  showLog(): void;
  showText(): void;
  showKeys(): void;
  showZones(): void;
  /** Asks for a hint, or goes to the one that is shown. */
  hint(): void;
  /** Puts away what lies over the table, or lets go of what is picked. */
  escape(): void;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Keys that work anywhere on the table, unless somebody writes or stands on something that has its own use for them. */
export function tableKeys(event: KeyboardEvent, hands: Hands): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const on = event.target instanceof HTMLElement ? event.target : null;
  if (on?.closest('input:not([type="range"]), textarea, select, dialog')) return;
  const { choosing, replay } = hands;
  if (event.key === 'Enter' || event.key === ' ') {
    // A button or a link does what it says itself.
    if (event.key === ' ' || on?.closest('button, a, summary, [role="application"], input')) return;
    // Where no button is meant, something must be picked first.
    if (!takePrimary(choosing)) nextAble(hands);
    return event.preventDefault();
  }
  const arrow = ARROWS[event.key];
  if (arrow && !on?.closest('[role="application"], input')) {
    hands.camera()?.panBy(-arrow[0] * 120, -arrow[1] * 120);
    return event.preventDefault();
  }
  const acts: Record<string, () => unknown> = {
    z: () => choosing.undo(), u: () => choosing.undo(), Escape: hands.escape, i: hands.hint, m: hands.enterMap, l: hands.showLog,
    t: hands.showText, v: hands.showZones, '?': hands.showKeys, n: () => nextAble(hands), '+': () => hands.camera()?.zoomBy(1.35), '=': () => hands.camera()?.zoomBy(1.35),
    '-': () => hands.camera()?.zoomBy(1 / 1.35), '0': () => hands.camera()?.fit(hands.forces() ?? undefined), '9': () => hands.camera()?.fit(),
    ',': () => replay.step(-1), '.': () => replay.step(1),
  };
  const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) {
    void act();
    return event.preventDefault();
  }
  // A corner to turn to.
  const turn = choosing.facings.find(({ corner }) => String(corner) === event.key);
  if (turn) {
    void choosing.take(turn.choice);
    return event.preventDefault();
  }
  // A letter that stands on a button.
  const others = choosing.buttons.filter(choice => choice !== choosing.primary);
  const at = letters(others.map(({ offer }) => offer.label)).indexOf(event.key.toUpperCase());
  const choice = at < 0 ? undefined : others[at];
  if (choice) {
    void choosing.take(choice);
    event.preventDefault();
  }
}

/** Takes the choice that the button names; whether there is one. */
function takePrimary(choosing: Choosing): boolean {
  const choice = choosing.confirming ?? choosing.primary;
  if (choice) void choosing.take(choice);
  return choice !== null;
}

/** Keys on the map: arrows go by hexsides, Enter picks what stands there. */
export function mapKeys(event: KeyboardEvent, hands: Hands): void {
  const [ground, scene, camera] = [hands.ground(), hands.scene(), hands.camera()];
  const { choosing } = hands;
  if (!ground || !scene || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    event.preventDefault();
    if (event.shiftKey) return camera?.panBy(-arrow[0] * 120, -arrow[1] * 120);
    const from = choosing.cursor ?? start(hands);
    const next = from === null ? null : choosing.cursor === null ? from : ground.toward(from, ...arrow);
    if (next !== null) goTo(next, hands);
    return;
  }
  if (event.key === 'Enter' && choosing.cursor !== null) {
    event.preventDefault();
    const space = choosing.cursor;
    // A place that something may go to is meant itself, not what lies there already.
    const goes = choosing.picked !== null && choosing.groups.has(`space:${space}`);
    const under = { piece: goes ? null : pieceAt(scene, space, choosing), group: groupAt(scene, space, choosing), space };
    const aimed = choosing.aimed;
    const here = aimed && [space, under.piece, under.group].includes(aimed.offer.target.key);
    // The first Enter aims and shows the odds, the second acts. Where nothing is to be picked on the map, the button is meant.
    const onlyButtons = choosing.menu.length > 0 && choosing.menu.every(({ offer }) => offer.target.kind === 'button');
    if (here || choosing.confirming || onlyButtons) takePrimary(choosing);
    else choosing.pick(under, scene, true);
  }
}

/** Goes to a space: what stands there is announced and aimed at, and the map follows. */
export function goTo(space: string, { choosing, camera, ground, scene }: Hands): void {
  choosing.cursor = space;
  const [map, now] = [ground(), scene()];
  if (!map || !now) return;
  const point = map.centre(space);
  if (!camera()?.sees(point)) camera()?.centreOn(point);
  choosing.point({ piece: pieceAt(now, space, choosing), group: groupAt(now, space, choosing), space }, now);
}

function nextAble(hands: Hands): void {
  const { choosing } = hands;
  const scene = hands.scene();
  const spaces = choosing.able
    .map(key => (scene?.pieces.find(piece => piece.key === key) ?? scene?.groups.find(group => group.key === key))?.place)
    .map(place => (place?.kind === 'space' ? place.space : null))
    .filter(space => space !== null);
  const open = choosing.open.map(({ offer }) => offer.target).filter(({ kind }) => kind === 'space').map(({ key }) => key);
  // What is taken from beside the map is to go somewhere: nobody else is looked for.
  const placing = choosing.supply.some(({ key }) => key === choosing.picked);
  const all = placing ? [...new Set(open)] : [...new Set([...spaces, ...open])];
  if (all.length === 0) return;
  const next = all[(all.indexOf(choosing.cursor ?? '') + 1) % all.length];
  hands.enterMap();
  if (next !== undefined) goTo(next, hands);
}

function start({ choosing, scene, ground }: Hands): string | null {
  const pieces = scene()?.pieces ?? [];
  const about = pieces.find(({ key }) => key === choosing.selected) ?? pieces.find(({ place }) => place.kind === 'space');
  if (about?.place.kind === 'space') return about.place.space;
  for (const space of ground()?.keys() ?? []) return space;
  return null;
}

/** The group that a key means: the next one that can be chosen or act. */
function groupAt(scene: Scene, space: string, choosing: Choosing): string | null {
  const here = scene.groups.filter(({ place }) => place.kind === 'space' && place.space === space).map(({ key }) => key);
  const open = here.filter(key => choosing.groups.has(`group:${key}`) || choosing.able.includes(key));
  // Enter on a place with several goes from one to the next.
  return open[(open.indexOf(choosing.picked ?? '') + 1) % Math.max(1, open.length)] ?? null;
}

/** The piece that a key means: one that can be chosen, else the first. */
function pieceAt(scene: Scene, space: string, choosing: Choosing): string | null {
  const here = scene.pieces.filter(({ place }) => place.kind === 'space' && place.space === space).map(({ key }) => key);
  const able = here.filter(key => choosing.groups.has(`piece:${key}`) || choosing.able.includes(key));
  // Enter on a place with several goes from one to the next.
  const open = able[(able.indexOf(choosing.picked ?? '') + 1) % Math.max(1, able.length)];
  // Where groups act, the pieces in them are picked from lists.
  return open !== undefined && groupAt(scene, space, choosing) === null ? open : scene.groups.length > 0 ? null : (here[0] ?? null);
}
