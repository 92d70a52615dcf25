/** What lists say about a match. */
import { capital, sentence, t } from '../messages';
import type { MatchCard, NewMatch, ScenarioCard, SeatCard, SeatPlan } from '../wire';

/** The bot that a newcomer meets. */
export const FIRST_BOT = 'captain';

/** `captain` as a name on a seat. */
export function botName(bot: string): string {
  return t('bot.name', { name: capital(bot) });
}

/** Who sits there, for people. */
export function sitterName(seat: SeatCard): string {
  switch (seat.sitter.kind) {
    case 'open': return t('seat.open');
    case 'person': return seat.yours ? t('seat.you') : seat.sitter.person.name;
    case 'bot': return botName(seat.sitter.bot);
  }
}

/** The others at the table, or what kind of table it is: `against Teodor`. */
export function opponents(match: MatchCard): string {
  const others = match.seats.filter(seat => !seat.yours);
  if (others.length === 0) return t('match.hot-seat');
  const seated = others.filter(seat => seat.sitter.kind !== 'open');
  if (seated.length === 0) return t('match.nobody-yet');
  return t('match.against', { names: list([...new Set(seated.map(sitterName))]) });
}

/** Everybody at the table: `Kurt and Alice`. */
export function players(match: MatchCard): string {
  return list(match.seats.map(sitterName));
}

/** Which sides can be had, and against whom: `Free: British, against Marguerite`. */
export function free(match: MatchCard): string {
  const sides = t('match.free', { sides: list(openSeats(match).map(seat => seat.name)) });
  const seated = match.seats.filter(seat => seat.sitter.kind !== 'open');
  return seated.length === 0 ? sides : `${sides}, ${t('match.against', { names: list([...new Set(seated.map(sitterName))]) })}`;
}

/** How it ended, in a few words. */
export function outcome(match: MatchCard): string {
  const { result } = match;
  if (!result) return '';
  if (result.ending.kind === 'abandoned') return t('outcome.abandoned');
  if (result.winners.length === 0) return t('outcome.draw');
  const winners = match.seats.filter(seat => result.winners.includes(seat.seat));
  const how = { draw: t('outcome.draw'), marginal: t('outcome.marginal'), plain: t('outcome.plain'), decisive: t('outcome.decisive') };
  const ending = { played: how[result.grade], resigned: t('outcome.resigned'), expired: t('outcome.expired') }[result.ending.kind];
  return t('outcome.won', { side: list(winners.map(seat => seat.name)), how: ending });
}

/** How it ended, in sentences, with the points and with what a draw is worth. */
export function ending(match: MatchCard): string {
  const { result } = match;
  if (!result) return '';
  if (result.ending.kind !== 'played') return sentence(outcome(match));
  const scores = match.seats.map(seat => t('review.score', { side: seat.name, points: result.scores[seat.seat] ?? 0 })).join(', ');
  if (result.winners.length > 0) return t('review.won', { outcome: outcome(match), scores });
  // Against one other a draw is half a victory.
  return t('review.drawn', { n: match.seats.length - 1, scores });
}

export function openSeats(match: MatchCard): SeatCard[] {
  return match.seats.filter(seat => seat.sitter.kind === 'open');
}

/** Those that wait for the reader come first, then those that gather, then the rest; the latest first. */
export function byUrgency(matches: readonly MatchCard[]): MatchCard[] {
  const rank = (match: MatchCard): number => (match.yourTurn ? 0 : match.status === 'playing' ? 1 : match.status === 'gathering' ? 2 : 3);
  return matches.toSorted((a, b) => rank(a) - rank(b) || b.touched - a.touched);
}

/** A match of a shipped scenario without a clock, with the reader on the first seat. */
export function plan(game: string, scenario: ScenarioCard, other: SeatPlan, more: Partial<NewMatch> = {}): NewMatch {
  return {
    game,
    scenario: { shipped: { id: scenario.id, digest: '' } },
    options: {},
    seats: scenario.sides.map((_, seat): SeatPlan => (seat === 0 ? { kind: 'me' } : other)),
    clock: null,
    private: false,
    ...more,
  };
}

/** The address that invites somebody to a match. */
export function invitationAddress(path: string): string {
  return new URL(path, window.location.origin).href;
}

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

function list(names: readonly string[]): string {
  return conjunction.format(names);
}
