import { describe, expect, it } from 'vitest';
import { nameIsFine, passwordIsFine } from '../../src/account/credentials';
import { byUrgency, ending, free, opponents, outcome } from '../../src/matches/cards';
import { changedOptions, newMatch, seatPlan, usualHints, usualSeats } from '../../src/matches/draft';
import { ago, pace } from '../../src/moments';
import type { GameCard, MatchCard, OptionCard, ScenarioCard, SeatCard } from '../../src/wire';

const scenario: ScenarioCard = {
  id: 's', title: 'S', date: '1941-05-24', introduction: '', size: '', options: [], notes: [], source: '', balance: null,
  sides: [{ id: 'german', name: 'German' }, { id: 'british', name: 'British' }],
};
const options: OptionCard[] = [
  { id: 'fire', title: '', meaning: '', rule: '', kind: { kind: 'switch', default: false } },
  { id: 'model', title: '', meaning: '', rule: '', kind: { kind: 'words', words: ['cone', 'wide'] } },
];
const game: GameCard = {
  id: 'g', title: 'G', summary: '', introduction: '', fewestSeats: 2, mostSeats: 2, rulesVersion: 1,
  scenarios: [scenario], options, bots: [{ id: 'random', description: '' }, { id: 'captain', description: '' }],
};
const seat = (number: number, sitter: SeatCard['sitter'], yours = false): SeatCard => ({ seat: number, side: 'x', name: number === 0 ? 'German' : 'British', sitter, yours });
const somebody = (name: string): SeatCard['sitter'] => ({ kind: 'person', person: { id: name, name, guest: false } });
const match = (more: Partial<MatchCard>): MatchCard => ({
  id: 'm', game: 'g', gameTitle: 'G', title: 'S', scenario: 's', options: {}, status: 'playing', private: false, yours: false,
  seats: [seat(0, somebody('Ines'), true), seat(1, { kind: 'bot', bot: 'captain' })], invitation: null, clock: null, hints: true,
  waiting: [], yourTurn: false, turn: 1, result: null, seedHash: '', made: 0, touched: 0, ...more,
});

describe('a new match', () => {
  it('seats the reader against the captain, or whom the address names', () => {
    expect(usualSeats(scenario, game, null)).toEqual(['me', 'bot:captain']);
    expect(usualSeats(scenario, game, 'friend')).toEqual(['me', 'open']);
    expect(usualSeats(scenario, game, 'me')).toEqual(['me', 'me']);
    expect(usualSeats(scenario, game, 'random')).toEqual(['me', 'bot:random']);
    expect(usualSeats(scenario, game, 'nobody')).toEqual(['me', 'bot:captain']);
    expect(seatPlan('bot:captain')).toEqual({ kind: 'bot', bot: 'captain' });
  });

  it('sends only options that differ from the usual', () => {
    expect(changedOptions(options, { fire: false, model: 'wide', gone: 3 })).toEqual({ model: 'wide' });
  });

  it('sends clock, seats and an own file', () => {
    const own = { file: 'a.toml', text: 'x', card: scenario };
    const sent = newMatch({ game, scenario, own, options: {}, seats: ['open', 'me'], clock: 'live', expiry: 'loses', private: true, hints: false });
    expect(sent).toEqual({
      game: 'g', scenario: { own: { file: 'a.toml', text: 'x' } }, options: {}, seats: [{ kind: 'open' }, { kind: 'me' }],
      clock: { bank: 1800, increment: 15, expiry: 'loses' }, private: true, hints: false,
    });
    expect(newMatch({ game, scenario, own: null, options: {}, seats: ['me', 'me'], clock: 'none', expiry: 'bot', private: false, hints: true }).clock).toBeNull();
  });
});

describe('hints', () => {
  it('are usual where nobody else is helped or harmed by them', () => {
    expect(usualHints(['me', 'bot:captain'])).toBe(true);
    expect(usualHints(['me', 'me'])).toBe(true);
    expect(usualHints(['me', 'open'])).toBe(false);
  });
});

describe('a match in a list', () => {
  it('that waits for the reader comes first', () => {
    const list = [match({ id: 'over', status: 'finished' }), match({ id: 'old', touched: 1 }), match({ id: 'mine', yourTurn: true }), match({ id: 'new', touched: 9 })];
    expect(byUrgency(list).map(one => one.id)).toEqual(['mine', 'new', 'old', 'over']);
  });

  it('says who plays whom and which side is free', () => {
    expect(opponents(match({}))).toBe('against Captain, a program');
    expect(opponents(match({ seats: [seat(0, somebody('Ines'), true), seat(1, somebody('Ines'), true)] }))).toBe('all sides at one table');
    expect(free(match({ seats: [seat(0, { kind: 'open' }), seat(1, somebody('Ole'))] }))).toBe('Free: German, against Ole');
  });

  it('says how it ended', () => {
    const ended = (winners: number[], more: object): string => outcome(match({ result: { ending: { kind: 'played' }, winners, grade: 'decisive', scores: [], ...more } }));
    expect(ended([0], {})).toBe('German won decisively');
    expect(ended([1], { ending: { kind: 'resigned', seat: 0 } })).toBe('British won by resignation');
    expect(ended([], { grade: 'draw' })).toBe('Drawn');
    expect(ended([], { ending: { kind: 'abandoned' } })).toBe('Given up by all');
  });

  it('has a pace and an age', () => {
    expect(pace(null)).toBe('no clock');
    expect(pace({ bank: 86400, increment: 86400, expiry: 'bot' })).toBe('a move a day');
    expect(pace({ bank: 1800, increment: 15, expiry: 'bot' })).toBe('live, 30 min + 15 s');
    expect(ago(1000, 1000 + 5 * 3600)).toBe('5 h');
    expect(ago(1000, 900)).toBe('just now');
  });
});

describe('a match that is reviewed', () => {
  const ended = (winners: number[], scores: number[], more: Partial<MatchCard> = {}): string =>
    ending(match({ result: { ending: { kind: 'played' }, winners, grade: winners.length > 0 ? 'plain' : 'draw', scores }, ...more }));

  it('says who won, with the points', () => {
    expect(ended([1], [3, 9])).toBe('British won clearly: German 3, British 9.');
    expect(ended([1], [], { result: { ending: { kind: 'resigned', seat: 0 }, winners: [1], grade: 'decisive', scores: [0, 0] } })).toBe('British won by resignation.');
    expect(ending(match({}))).toBe('');
  });

  it('says what a draw counts', () => {
    expect(ended([], [3, 0])).toBe('A draw: German 3, British 0. A draw counts as half a victory.');
    const three = [0, 1, 2].map(number => seat(number, somebody('Ines')));
    expect(ended([], [3, 0, 1], { seats: three })).toContain('an equal part');
  });
});

describe('credentials', () => {
  it('are told apart before they are sent', () => {
    expect(nameIsFine("Jean-Luc O'Neill")).toBe(true);
    expect(nameIsFine('Åse Møller')).toBe(true);
    expect(nameIsFine('x')).toBe(false);
    expect(nameIsFine('a<b')).toBe(false);
    expect(nameIsFine('x'.repeat(25))).toBe(false);
    expect(passwordIsFine('1234567')).toBe(false);
    expect(passwordIsFine('12345678')).toBe(true);
  });
});
