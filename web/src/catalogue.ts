/** The games of this server and the openings of their scenarios. They do not change while the page is open. */
import { api } from './api';
import type { GameCard, Scene } from './wire';

let games: Promise<GameCard[]> | null = null;
const openings = new Map<string, Promise<Scene>>();
const rules = new Map<string, Promise<string>>();

/** All games; asked for once, and again only after a failure. */
export function allGames(): Promise<GameCard[]> {
  games ??= forgetOnFailure(api.games(), () => { games = null; });
  return games;
}

/** The opening position of a scenario, for pictures. */
export function opening(game: string, scenario: string): Promise<Scene> {
  return remember(openings, `${game}/${scenario}`, () => api.opening(game, scenario));
}

/** The rules of a game as they are written. */
export function rulesOf(game: string): Promise<string> {
  return remember(rules, game, () => api.rules(game));
}

function remember<Value>(kept: Map<string, Promise<Value>>, key: string, ask: () => Promise<Value>): Promise<Value> {
  const before = kept.get(key);
  if (before) return before;
  const asked = forgetOnFailure(ask(), () => kept.delete(key));
  kept.set(key, asked);
  return asked;
}

function forgetOnFailure<Value>(asked: Promise<Value>, forget: () => void): Promise<Value> {
  asked.catch(forget);
  return asked;
}
