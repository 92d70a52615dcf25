import type { Battle, Choosable, Piece, Scene } from '../wire';

/** A fight that goes step by step and whose strengths are summed up: a fire, an assault. */
export function preparing(scene: Scene): Battle | null {
  const battle = scene.battles.find(({ steps }) => steps.length > 0);
  return battle?.pairings.some(({ tallies }) => tallies.length === 1) ? battle : null;
}

/** The pieces that have joined a fight which is prepared. */
export function engagedIn(scene: Scene): Set<string> {
  return new Set(preparing(scene)?.pairings.flatMap(({ left }) => left) ?? []);
}

/** Who could still join it, by the spaces where they stand. */
export function gathering(scene: Scene, menu: readonly Choosable[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const battle = preparing(scene);
  if (!battle) return found;
  const engaged = engagedIn(scene);
  const places = new Map(scene.pieces.map(({ key, place }) => [key, place]));
  for (const { offer: { actor, target } } of menu) {
    const place = actor === null || engaged.has(actor) ? undefined : places.get(actor);
    if (actor === null || place?.kind !== 'space' || target.kind !== 'space' || target.key !== battle.space) continue;
    found.set(place.space, [...(found.get(place.space) ?? []), actor]);
  }
  return found;
}

/** Those who fight from one hex: they have joined, or could. */
export interface Contingent {
  space: string;
  /** The name of the hex, if it has one. */
  name: string;
  joined: Piece[];
  open: Piece[];
}

/** The attackers by the hexes that they come from: first where somebody has joined. */
export function contingents(scene: Scene, battle: Battle, menu: readonly Choosable[]): Contingent[] {
  const names = new Map(scene.boards.flatMap(({ spaces }) => spaces.map(({ key, name }) => [key, name])));
  const pieces = new Map(scene.pieces.map(piece => [piece.key, piece]));
  const found = new Map<string, Contingent>();
  const at = (space: string): Contingent => {
    const known = found.get(space) ?? { space, name: names.get(space) ?? '', joined: [], open: [] };
    found.set(space, known);
    return known;
  };
  for (const key of battle.pairings.flatMap(({ left }) => left)) {
    const piece = pieces.get(key);
    // Who was lost in it is still told of.
    if (piece) at(piece.place.kind === 'space' ? piece.place.space : '').joined.push(piece);
  }
  for (const [space, keys] of gathering(scene, menu)) for (const key of keys) at(space).open.push(...[pieces.get(key)].filter(piece => piece !== undefined));
  return [...found.values()];
}

/** The sum of a value over pieces that have it. */
export function sumOf(pieces: readonly Piece[], name: string): number {
  return pieces.reduce((sum, { values }) => sum + Number(values.find(value => value.name === name)?.value ?? 0), 0);
}
