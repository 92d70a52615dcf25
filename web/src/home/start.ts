/** Starting a match in one step. */
import { api } from '../api';
import { FIRST_BOT, plan } from '../matches/cards';
import { nowIAm } from '../person';
import { navigate, to } from '../router';
import type { GameCard, MatchCard, ScenarioCard, SeatPlan } from '../wire';

/** A match against a program, at once; the reader is at the table when it returns. */
export async function playNow(game: GameCard, scenario: ScenarioCard): Promise<void> {
  const bot = game.bots.find(one => one.id === FIRST_BOT) ?? game.bots.at(-1);
  const match = await makeMatch(game, scenario, bot ? { kind: 'bot', bot: bot.id } : { kind: 'me' });
  navigate(to.match(match.id));
}

/** All sides at one screen. */
export async function playHotSeat(game: GameCard, scenario: ScenarioCard): Promise<void> {
  const match = await makeMatch(game, scenario, { kind: 'me' });
  navigate(to.match(match.id));
}

/** A private match with the reader on one seat and the others open. */
export async function inviteTo(game: GameCard, scenario: ScenarioCard, seat: number): Promise<MatchCard> {
  const seats = scenario.sides.map((_, number): SeatPlan => (number === seat ? { kind: 'me' } : { kind: 'open' }));
  const match = await api.makeMatch(plan(game.id, scenario, { kind: 'open' }, { seats, private: true }));
  await whoAmI();
  return match;
}

async function makeMatch(game: GameCard, scenario: ScenarioCard, other: SeatPlan): Promise<MatchCard> {
  return api.makeMatch(plan(game.id, scenario, other));
}

// The first match made a guest of somebody without a name.
async function whoAmI(): Promise<void> {
  await api.me().then(nowIAm, () => undefined);
}
