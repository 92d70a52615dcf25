import { describe, expect, it } from 'vitest';
import * as battle from '../../tests/fixtures/battle.mjs';
import * as santiago from '../../tests/fixtures/santiago.mjs';
import * as struggle from '../../tests/fixtures/struggle.mjs';
import type { Scene } from '../wire';
import { playable } from './interrupts.svelte';
import { passing, primary } from './menu';
import { armiesOf, handOf, meleeCards, plainTables, standingsOf, stockOf } from './scenery';
import { seriesOf, unitsOf } from './series';

describe('armies', () => {
  it('are read from the table that tells losses and panic', () => {
    const { armies } = armiesOf(battle.action.scene)!;
    expect(armies.map(({ side }) => side.key)).toEqual(['a', 'b']);
    expect(armies[0]).toMatchObject({ losses: 5, panic: 22, points: { left: 2, of: 7 } });
    expect(armies[0]!.others.map(({ name }) => name)).toEqual(['Morale', 'Events', 'Banked']);
    expect(plainTables(battle.action.scene)).toEqual([]);
    expect(standingsOf(battle.action.scene)).toBeNull();
  });

  it('are there before the battle, without figures', () => {
    expect(armiesOf(battle.deployment.scene)!.armies.map(({ panic }) => panic)).toEqual([0, 0]);
  });

  it('are no matter of other games', () => {
    expect(armiesOf(santiago.movement.scene)).toBeNull();
    expect(armiesOf(struggle.turn.scene as Scene)).toBeNull();
  });
});

describe('cards', () => {
  it('are held by one side and sold to another', () => {
    expect(handOf(battle.action.scene, 0)!.cards).toHaveLength(3);
    expect(handOf(battle.action.scene, 1)).toBeNull();
    expect(stockOf(battle.action.scene)).toBeNull();
    expect(stockOf(battle.muster.scene)!.cards.length).toBeGreaterThan(10);
    expect(handOf(battle.muster.scene, 0)).toBeNull();
  });

  it('of a melee are known once they are turned over', () => {
    expect(meleeCards(battle.melee.scene).size).toBe(0);
    expect(meleeCards(battle.turnedOver.scene).get('Royalists')).toMatchObject({ row: '+6', result: 'D' });
    expect(plainTables(battle.turnedOver.scene)).toEqual([]);
  });
});

describe('questions whether to step in', () => {
  it('are passed where nothing can be played', () => {
    expect(passing(battle.interrupt.ask.menu)?.offer.label).toBe('Let it happen');
    expect(playable(battle.interrupt.ask.menu)).toBe(false);
    expect(playable(battle.stepIn.ask.menu)).toBe(true);
  });
});

describe('buttons', () => {
  it('shoot rather than ask one more to join', () => {
    expect(primary(battle.fire.ask.menu, null)?.offer.target.key).toBe('fire');
  });

  it('of exertion are few or an amount, which counts nothing called “for”', () => {
    const exert = (points: number) => ({ do: points, offer: { target: { kind: 'button' as const, key: `exert-${points}` }, label: `+${points} for ${points} points`, actor: null, figure: null, closing: false, sealing: false } });
    expect(seriesOf([0, 1, 2].map(exert)).series).toHaveLength(0);
    const [series] = seriesOf([0, 1, 2, 3, 4].map(exert)).series;
    expect(unitsOf(series!)).toEqual(['points']);
  });
});
