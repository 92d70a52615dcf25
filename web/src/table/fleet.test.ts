import { describe, expect, it } from 'vitest';
import * as dawn from '../../tests/fixtures/dawn.mjs';
import type { Choosable, Scene } from '../wire';
import { placesFor, stationsOf, wordsOf } from './fleet';
import { ownButtons } from './menu';

const scene = dawn.ordersTurn.scene as unknown as Scene;
const menu = dawn.ordersTurn.ask.menu as unknown as Choosable[];

describe('forces by place', () => {
  const stations = stationsOf(scene, 'us');

  it('stand in the order of the board, those that wait after them', () => {
    expect(stations.map(({ key }) => key)).toEqual(['eco', 'bah', 'nar', 'gom', 'prp', 'kw', 'beside: turn 3, Key West']);
    expect(stations.find(({ key }) => key === 'kw')).toMatchObject({ name: 'Key West', onMap: true });
    expect(stations.find(({ key }) => key === 'kw')?.loose.map(({ key }) => key)).toEqual(['bancroft', 'marietta']);
  });

  it('hold squadrons of which only the number is known', () => {
    const hidden = stationsOf(scene, 'es').find(({ key }) => key === 'cz');
    expect(hidden?.groups.map(({ group, members }) => [group.count, members.length])).toEqual([[5, 0]]);
  });
});

describe('putting ships into squadrons', () => {
  it('goes where the menu says', () => {
    expect([...placesFor(menu, 'newark').keys()]).toEqual(['group:us-7', 'space:kw', 'button:new-squadron']);
    expect(placesFor(menu, null).size).toBe(0);
  });

  it('says what is done without saying who does it', () => {
    expect(wordsOf({ ...menu[0]!.offer, label: 'Watson’s squadron: Patrol' })).toBe('Patrol');
    expect(wordsOf({ ...menu[0]!.offer, label: 'Seal' })).toBe('Seal');
  });
});

describe('orders', () => {
  it('are those of one squadron', () => {
    expect(ownButtons(menu, 'us-1').map(({ offer }) => offer.label)).toEqual(['Anchor', 'Coal', 'Patrol', 'Sortie', 'Transit']);
    expect(ownButtons(menu, null)).toEqual([]);
  });
});
