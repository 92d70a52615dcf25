import { describe, expect, it } from 'vitest';
import * as struggle from '../../tests/fixtures/struggle.mjs';
import type { Choosable, Scene } from '../wire';
import { actors, openTo } from './menu';
import { byKind, cardHands, costsOf, notesOf, proposalOf, rowsOfSides, standingsOf } from './scenery';
import { differs, entryOf, seriesOf, spanOf, unitsOf } from './series';

const menuOf = (table: { ask: { menu: object[] } | null }) => (table.ask?.menu ?? []) as Choosable[];
const sceneOf = (table: { scene: object }) => table.scene as Scene;

describe('buttons that differ by amounts', () => {
  it('are one series, and the others stay buttons', () => {
    const { series, rest } = seriesOf(menuOf(struggle.auction));
    expect(series.map(({ stem, entries }) => [stem, entries.length])).toEqual([['bid', 20]]);
    expect(rest.map(({ offer }) => offer.target.key)).toEqual(['pass']);
    expect(unitsOf(series[0]!)).toEqual(['gold']);
  });

  it('are a series for each power that may be asked', () => {
    const { series, rest } = seriesOf(menuOf(struggle.askHelp));
    expect(series.map(({ stem }) => stem)).toEqual(['ask-provinces', 'ask-prussia', 'ask-russia']);
    expect(new Set(series.map(({ head }) => head))).toEqual(new Set(['ask']));
    expect(rest.length).toBe(1);
  });

  it('may have two amounts', () => {
    const [series] = seriesOf(menuOf(struggle.helper)).series;
    expect(unitsOf(series!)).toEqual(['navies', 'armies']);
    expect(spanOf(series!, 0, [0, 3])).toEqual([0, 1, 2]);
    expect(entryOf(series!, [2, 3])?.choice.offer.target.key).toBe('commit-2-3');
    expect(entryOf(series!, [9, 1])?.values).toEqual([2, 1]);
    const label = (navies: number, armies: number) => ({ do: null, offer: { ...menuOf(struggle.helper)[0]!.offer, label: armies === 0 ? 'Send nothing' : `Send ${armies} armies`, target: { kind: 'button' as const, key: `commit-${navies}-${armies}` } } });
    const [alone] = seriesOf([0, 1, 2, 3].map(armies => label(0, armies))).series;
    expect(unitsOf(alone!)).toEqual(['', 'armies']);
    expect([differs(alone!, 0), differs(alone!, 1)]).toEqual([false, true]);
  });

  it('are left alone where there are few', () => {
    const few = menuOf(struggle.auction).slice(0, 3);
    expect(seriesOf(few)).toEqual({ series: [], rest: few });
    expect(seriesOf([])).toEqual({ series: [], rest: [] });
  });
});

describe('what a scene holds', () => {
  const scene = sceneOf(struggle.turn);

  it('is a table of all sides in its own order', () => {
    expect(standingsOf(scene)?.rows.map(({ side }) => side.key)).toEqual(['britain', 'france', 'prussia', 'austria', 'provinces', 'spain', 'russia']);
    expect(standingsOf(sceneOf(struggle.twoPowers))?.rows.length).toBe(2);
    expect(standingsOf({ ...scene, tables: [{ name: 'Losses', columns: ['Side', 'Ships'], rows: [] }] })).toBeNull();
  });

  it('is rows of sides, and a proposal only while there is one', () => {
    expect(rowsOfSides(scene).map(({ name }) => name)).toEqual(['First alliance', 'Second alliance']);
    expect(proposalOf(scene)).toBeNull();
    expect(proposalOf(sceneOf(struggle.auction))?.standing).toEqual([['russia', 0], ['austria', 1]]);
    expect(rowsOfSides(sceneOf(struggle.setUp))).toEqual([]);
  });

  it('is cards by kind, with costs apart from the rest', () => {
    const [display] = cardHands(scene);
    expect(byKind(display!.cards).map(({ kind, cards }) => [kind, cards.length])).toEqual([['improvement', 20], ['company', 7], ['alliance', 11]]);
    const industry = display!.cards.find(({ key }) => key === 'industry')!;
    expect(costsOf(industry).map(({ name }) => name)).toEqual(['unrest', 'population']);
    expect(notesOf(industry)).toEqual([{ name: 'timing', value: 'at once' }]);
  });
});

describe('a rich menu', () => {
  const menu = menuOf(struggle.turn);

  it('lets counters be attacked without anybody being picked first', () => {
    const plain = ({ offer }: Choosable) => offer.target.kind === 'piece';
    const open = openTo(menu, null, plain).map(({ offer }) => `${offer.target.kind}:${offer.target.key}`);
    expect(open).toContain('piece:hesse');
    expect(open).not.toContain('space:ceu');
    expect(openTo(menu, 'britain-army-britain', plain).some(({ offer }) => offer.target.key === 'hesse')).toBe(false);
  });

  it('has several that act, on the map and beside it', () => {
    expect(actors(menu)).toContain('britain-army-supply');
    expect(actors(menu)).toContain('britain-navy-britain');
  });
});
