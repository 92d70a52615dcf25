/** A match as it is being set up, before it is sent. */
import type { Clock, Expiry, GameCard, NewMatch, OptionCard, OptionValue, ScenarioCard, SeatPlan } from '../wire';
import { FIRST_BOT } from './cards';

/** A scenario file of the reader's own, as the server has checked it. */
export type OwnScenario = { file: string; text: string; card: ScenarioCard };

const MINUTE = 60;
const DAY = 86_400;

export type ClockKey = 'none' | 'fast' | 'live' | 'long' | 'day' | 'week';
export const clocks: Record<ClockKey, { bank: number; increment: number } | null> = {
  none: null,
  fast: { bank: 15 * MINUTE, increment: 10 },
  live: { bank: 30 * MINUTE, increment: 15 },
  long: { bank: 90 * MINUTE, increment: 30 },
  day: { bank: DAY, increment: DAY },
  week: { bank: 3 * DAY, increment: 3 * DAY },
};

/** `me`, `open`, or a bot's name after `bot:`, as a list of choices writes it. */
export type SeatWord = string;

export function seatPlan(word: SeatWord): SeatPlan {
  if (word === 'me' || word === 'open') return { kind: word };
  return { kind: 'bot', bot: word.slice('bot:'.length) };
}

/** The reader first, and against him a friend who is still to come, himself, or a bot: the one that was named, or the usual one. */
export function usualSeats(scenario: ScenarioCard, game: GameCard, against: string | null): SeatWord[] {
  const called = (name: string | null) => game.bots.find(one => one.id === name);
  const bot = called(against) ?? called(FIRST_BOT) ?? game.bots.at(-1);
  const program = bot ? `bot:${bot.id}` : 'open';
  const other = against === 'friend' ? 'open' : against === 'me' ? 'me' : program;
  return scenario.sides.map((_, seat) => (seat === 0 ? 'me' : other));
}

/** Hints are for those who play alone or at one screen, unless whoever makes the match says otherwise: between people they are help. */
export function usualHints(seats: readonly SeatWord[]): boolean {
  return !seats.includes('open');
}

/** What a switch is unless somebody sets it. */
export function usual(option: OptionCard): OptionValue {
  return option.kind.kind === 'words' ? (option.kind.words[0] ?? '') : option.kind.default;
}

/** Only what differs from the usual is sent. */
export function changedOptions(options: readonly OptionCard[], set: Readonly<Record<string, OptionValue>>): Record<string, OptionValue> {
  const changed: Record<string, OptionValue> = {};
  for (const option of options) {
    const value = set[option.id];
    if (value !== undefined && value !== usual(option)) changed[option.id] = value;
  }
  return changed;
}

export type Draft = {
  game: GameCard;
  scenario: ScenarioCard;
  own: OwnScenario | null;
  options: Record<string, OptionValue>;
  seats: SeatWord[];
  clock: ClockKey;
  expiry: Expiry;
  private: boolean;
  /** Whether players may ask for hints. */
  hints: boolean;
};

export function newMatch(draft: Draft): NewMatch {
  const time = clocks[draft.clock];
  const clock: Clock | null = time ? { ...time, expiry: draft.expiry } : null;
  return {
    game: draft.game.id,
    scenario: draft.own
      ? { own: { file: draft.own.file, text: draft.own.text } }
      : { shipped: { id: draft.scenario.id, digest: '' } },
    options: changedOptions([...draft.game.options, ...draft.scenario.options], draft.options),
    seats: draft.scenario.sides.map((_, seat) => seatPlan(draft.seats[seat] ?? 'open')),
    clock,
    private: draft.private,
    hints: draft.hints,
  };
}
