import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Choosable, Film, LogLine, News, Piece, Scene, Target, View } from '../wire';
import { backOff } from './connection';
import { legible, Reel } from './film';
import { folded, newestFirst } from './groups';
import { covers as coversScreen, sameKnowledge } from './handover';
import { actors, buttons, byTarget, openTo, primary, sheetOf, standing } from './menu';
import { advance, apply } from './patch';
import { beside, covers } from './place';
import { Queue } from './queue';
import { emboldened, letters, timeLeft } from './words';

const piece = (key: string, space: string): Piece => ({
  key, name: key, side: 'german', kind: 'BB', face: 'ship', place: { kind: 'space', board: 'sea', space }, facing: 1, values: [],
  faceDown: false, reduced: false, done: false, badges: [], damage: null, text: key,
});
const scene: Scene = {
  title: 'Strait', subtitle: '', turn: { number: 1, of: 8, label: '' }, phases: [{ name: 'Combat', now: true }, { name: 'Movement', now: false }],
  facts: [], sides: [], boards: [], pieces: [piece('hood', '0101'), piece('bismarck', '0202')], groups: [], markers: [], lines: [], shapes: [], tracks: [],
  hands: [], battles: [], tables: [],
};
const line = (text: string, heading = false): LogLine => ({ rule: '1', event: null, text, side: null, pieces: [], dice: [], heading, step: null });
const view: View = {
  match: {} as View['match'], moment: 0, scene, log: [line('first')], waiting: [0], asks: [], clocks: null, result: null,
};
const news = (moment: number, more: Partial<News> = {}): News => ({
  moment, by: null, scene: {}, log: null, waiting: [1], asks: [], clocks: null, result: null, ...more,
});
const choice = (label: string, target: Target, more: Partial<Choosable['offer']> = {}): Choosable => ({
  do: label, offer: { target, label, actor: null, figure: null, closing: false, sealing: false, ...more },
});
const at = (key: string): Target => ({ kind: 'piece', key });
const button = (key: string): Target => ({ kind: 'button', key });

describe('patches', () => {
  it('replace the parts that they name and no other', () => {
    const next = apply(scene, { turn: { number: 2, of: 8, label: '' } });
    expect(next.turn?.number).toBe(2);
    expect(next.pieces).toBe(scene.pieces);
  });

  it('change pieces in place, add new ones and take away those that are gone', () => {
    const next = apply(scene, { pieces: [piece('hood', '0909'), piece('norfolk', '0303')], gone: ['bismarck'] });
    expect(next.pieces.map(({ key }) => key)).toEqual(['hood', 'norfolk']);
    expect(next.pieces[0]?.place).toMatchObject({ space: '0909' });
    expect(scene.pieces).toHaveLength(2);
  });

  it('carry views on, and take lines back', () => {
    const next = advance(view, news(1, { log: { from: 1, lines: [line('second')] } }));
    expect(next.log.map(({ text }) => text)).toEqual(['first', 'second']);
    expect(next.waiting).toEqual([1]);
    expect(advance(next, news(2, { log: { from: 0, lines: [] } })).log).toEqual([]);
  });
});

describe('menus', () => {
  const menu = [
    choice('Hold fire', button('hold'), { actor: 'hood', closing: true }),
    choice('Fire on Bismarck', at('bismarck'), { actor: 'hood', figure: '4 dice' }),
    choice('Torpedoes at Bismarck', at('bismarck'), { actor: 'hood' }),
  ];

  it('are grouped by what is clicked', () => {
    const groups = byTarget(menu);
    expect(groups.get('piece:bismarck')).toHaveLength(2);
    expect(groups.get('button:hold')).toHaveLength(1);
  });

  it('have buttons that end something last', () => {
    const mixed = [choice('Seal', button('seal'), { closing: true, sealing: true }), choice('Pass', button('pass'))];
    expect(buttons(mixed).map(({ offer }) => offer.label)).toEqual(['Pass', 'Seal']);
  });

  it('open to the piece that is picked, where several act', () => {
    const two = [choice('A', { kind: 'space', key: '0101' }, { actor: 'hood' }), choice('B', { kind: 'space', key: '0202' }, { actor: 'bismarck' })];
    expect(actors(two)).toEqual(['hood', 'bismarck']);
    expect(openTo(two, null)).toEqual([]);
    expect(openTo(two, 'hood').map(({ offer }) => offer.label)).toEqual(['A']);
    expect(actors(menu)).toEqual([]);
    expect(openTo(menu, null)).toHaveLength(3);
  });

  it('give Enter what is aimed at, and never a closing choice while something can still be done', () => {
    expect(primary(menu, menu[1]!)).toBe(menu[1]);
    expect(primary(menu, null)).toBeNull();
    expect(primary([menu[0]!], null)).toBe(menu[0]);
    const orders = [choice('Hood: flank', at('hood'), { figure: 'ordered now' }), choice('Hood: cruise', at('hood')), choice('Seal', button('seal'), { closing: true, sealing: true })];
    expect(primary(orders, null)?.offer.label).toBe('Seal');
  });

  it('leave Enter nothing to do beside a map full of choices, but what does all of them at once', () => {
    const units = ['cohort', 'legion'].map(key => choice(`${key}: move`, at(key)));
    const bank = choice('Bank a chit', button('bank'), { figure: '1' });
    const pass = choice('Pass for this turn', button('pass'), { closing: true, sealing: true });
    expect(primary([...units, bank, pass], null)).toBeNull();
    expect(primary([bank, pass], null)).toBe(bank);
    const all = choice('All who can fire', button('all'), { figure: '9' });
    expect(primary([...units, all, pass], null)).toBe(all);
  });

  it('have buttons for pieces that wait beside the map', () => {
    const ships = ['exeter', 'ajax'].map(key => choice(key, at(key)));
    expect(buttons(ships)).toEqual([]);
    expect(buttons(ships, new Set(['exeter', 'ajax']))).toEqual(ships);
    expect(primary([ships[0]!, menu[1]!], null, new Set(['exeter']))).toBe(menu[1]);
  });

  it('become a table where their words cross', () => {
    const orders = ['cruise speed', 'cruise speed, evading', 'flank speed', 'flank speed, evading'].map(word => choice(`Hood: ${word}`, at('hood'), word === 'flank speed' ? { figure: 'ordered now' } : {}));
    const sheet = sheetOf(orders, 'Plain');
    expect(sheet).toMatchObject({ kind: 'grid', title: 'Hood', columns: ['Plain', 'Evading'] });
    if (sheet.kind !== 'grid') throw new Error('no grid');
    expect(sheet.rows.map(({ label }) => label)).toEqual(['Cruise speed', 'Flank speed']);
    expect(sheet.rows[1]?.cells[1]?.do).toBe('Hood: flank speed, evading');
    expect(orders.filter(standing).map(one => one.do)).toEqual(['Hood: flank speed']);
  });

  it('stay a list where they do not', () => {
    const entries = ['S', 'SW'].map(way => choice(`Enter at 3001, heading ${way}`, { kind: 'space', key: '3001' }));
    expect(sheetOf(entries, 'Plain')).toMatchObject({ kind: 'list', rows: [{ label: 'Enter at 3001, heading S' }, { label: 'Enter at 3001, heading SW' }] });
  });
});

describe('popovers', () => {
  const window = { width: 1000, height: 700 };
  const size = { width: 300, height: 400 };
  it('stand beside their point, inside the window', () => {
    for (const anchor of [{ x: 20, y: 20 }, { x: 500, y: 350 }, { x: 980, y: 690 }]) {
      const spot = beside(anchor, size, window);
      expect(spot.x).toBeGreaterThanOrEqual(0);
      expect(spot.y).toBeGreaterThanOrEqual(0);
      expect(spot.x + size.width).toBeLessThanOrEqual(window.width);
      expect(spot.y + size.height).toBeLessThanOrEqual(window.height);
      expect(covers({ ...spot, ...size }, anchor, 0)).toBe(false);
    }
  });
  it('leave both ends of a line free', () => {
    const [anchor, other] = [{ x: 400, y: 600 }, { x: 600, y: 500 }];
    expect(covers({ ...beside(anchor, size, window, [other]), ...size }, other, 0)).toBe(false);
  });
});

describe('films', () => {
  const moved = (number: number, space: string, phase = 0): Partial<News> => ({
    scene: { pieces: [piece('hood', space)], turn: { number, of: 8, label: '' }, phases: scene.phases.map((one, index) => ({ ...one, now: index === phase })) },
  });
  const film: Film = {
    first: view,
    news: [
      news(1, { ...moved(1, '0102'), log: { from: 1, lines: [line('second')] } }), news(2, moved(1, '0103', 1)),
      news(3, { log: { from: 1, lines: [] } }), news(4, { ...moved(2, '0104'), log: { from: 1, lines: [line('other'), line('third')] } }),
    ],
    // The second and the fifth entry changed nothing that could be seen.
    entries: [0, 1, 3, 4, 6],
  };
  it('show any moment', () => {
    const reel = new Reel(film);
    const where = (moment: number) => reel.at(moment).scene.pieces[0]?.place;
    expect([reel.first, reel.last]).toEqual([0, 4]);
    expect(where(0)).toMatchObject({ space: '0101' });
    expect(where(2)).toMatchObject({ space: '0103' });
    expect(where(4)).toMatchObject({ space: '0104' });
    expect(reel.at(99)).toBe(reel.at(4));
    expect(reel.at(-5)).toBe(reel.at(0));
  });
  it('know the moment just before an entry of the record', () => {
    const reel = new Reel(film);
    expect([0, 1, 2, 3, 4, 5, 6, 99].map(entry => reel.before(entry))).toEqual([0, 1, 1, 2, 3, 3, 4, 4]);
  });
  it('grow by the next moment and by no other', () => {
    const reel = new Reel(film);
    reel.add(news(4));
    reel.add(news(6));
    expect(reel.last).toBe(4);
    reel.add(news(5, moved(2, '0105')));
    expect(reel.last).toBe(5);
  });
  it('know when a line was written for good', () => {
    const reel = new Reel(film);
    expect(reel.momentOf(0)).toBe(0);
    expect(reel.momentOf(1)).toBe(4);
    expect(reel.momentOf(2)).toBe(4);
  });
  it('mark turns and phases', () => {
    expect(new Reel(film).ticks().map(({ moment, label, turn }) => [moment, label, turn])).toEqual([
      [0, '1 Combat', true], [2, 'Movement', false], [4, '2 Combat', true],
    ]);
  });
  it('leave out labels that have no room', () => {
    const ticks = Array.from({ length: 40 }, (_, index) => ({ moment: index, part: index / 40, label: 'Movement', turn: index % 4 === 0 }));
    const kept = legible(ticks, 400);
    expect(kept.length).toBeLessThan(9);
    expect(kept.every(({ turn }) => turn)).toBe(true);
  });
});

describe('the queue', () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });
  it('shows one thing after another, and the rest at once when somebody has no patience', () => {
    const shown: number[] = [];
    const queue = new Queue<number>(item => shown.push(item), () => 100);
    for (const item of [1, 2, 3, 4]) queue.add(item);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([1, 2]);
    queue.skip();
    expect(shown).toEqual([1, 2, 3, 4]);
    expect(queue.busy).toBe(false);
    queue.add(5);
    expect(shown).toContain(5);
  });
  it('forgets what a fresh view has overtaken', () => {
    const shown: number[] = [];
    const queue = new Queue<number>(item => shown.push(item), () => 100);
    queue.add(1);
    queue.add(2);
    queue.clear();
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1]);
  });
});

describe('words', () => {
  it('set names in bold, the longer of two first', () => {
    expect(emboldened('Prince of Wales fires on Prinz Eugen.', ['Prinz Eugen', 'Prince of Wales', 'Wales'])).toEqual([
      { text: 'Prince of Wales', bold: true }, { text: ' fires on ', bold: false }, { text: 'Prinz Eugen', bold: true }, { text: '.', bold: false },
    ]);
    expect(emboldened('It ends (now).', ['(now)'])).toContainEqual({ text: '(now)', bold: true });
  });
  it('tell the time that is left', () => {
    expect([0, 65_000, 7_260_000, 97_200_000].map(timeLeft)).toEqual(['0:00', '1:05', '2:01:00', '1 d 3 h']);
  });
  it('give buttons letters that nothing else uses', () => {
    expect(letters(['Hold fire', 'Halt', 'Undo all'])).toEqual(['H', 'A', 'D']);
  });
  it('stand newest first under their headings', () => {
    const log = [line('Turn 1', true), line('a'), line('b'), line('Turn 2', true), line('c')];
    expect(newestFirst(log, 99).map(({ heading, lines }) => [heading?.line.text, ...lines.map(one => one.line.text)])).toEqual([['Turn 2', 'c'], ['Turn 1', 'b', 'a']]);
    expect(newestFirst(log, 2)).toHaveLength(1);
  });

  it('fold a move into one line and leave everything else', () => {
    const hood = (text: string) => ({ ...line(text), pieces: ['hood'] });
    const to = (space: string) => ({ ...hood(`Hood to ${space}.`), step: { mover: 'hood', name: 'Hood', to: space } });
    const steps = [hood('Hood at standard speed.'), to('2816'), to('2717'), hood('Hood ends her move at 2717.')];
    const shot = { ...hood('Hood fires.'), dice: [{ face: 6, worth: 'full' as const }] };
    const newest = [shot, ...steps.toReversed()].map((one, index) => ({ line: one, number: 9 - index }));
    expect(folded(newest).map(({ lines, move }) => [lines.length, move])).toEqual([[1, null], [4, { name: 'Hood', to: '2717', steps: 2 }]]);
    expect(folded(newest.slice(4)).every(({ move }) => move === null)).toBe(true);
    expect(folded([])).toEqual([]);
  });
});

describe('connections', () => {
  it('wait longer each time, up to a limit', () => {
    expect(backOff(0, 0.5)).toBe(500);
    expect(backOff(3, 0.5)).toBe(4000);
    expect(backOff(30, 1)).toBeLessThanOrEqual(18_750);
    expect(backOff(2, 0)).toBeLessThan(backOff(2, 1));
  });
  it('know when two seats see the same', () => {
    expect(sameKnowledge(view, { ...view, waiting: [1], asks: [] })).toBe(true);
    expect(sameKnowledge(view, { ...view, scene: apply(scene, { gone: ['hood'] }) })).toBe(false);
  });
  it('are handed over to whoever knows something else, and not back to where the screen never left', () => {
    const other = { ...view, scene: apply(scene, { gone: ['hood'] }) };
    const passage = { seen: 0, to: 1, inSecret: false, covered: false };
    expect(coversScreen(passage, view, other)).toBe(true);
    expect(coversScreen(passage, view, view)).toBe(false);
    expect(coversScreen({ ...passage, inSecret: true }, view, view)).toBe(true);
    expect(coversScreen({ ...passage, to: 0, covered: true }, other, view)).toBe(false);
    // What nobody has looked at yet proves nothing: a third seat may know what the first may not.
    expect(coversScreen({ ...passage, to: 2, covered: true }, other, other)).toBe(true);
  });
});
