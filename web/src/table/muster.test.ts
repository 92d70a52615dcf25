import { describe, expect, it } from 'vitest';
import { assault, fire, landing, movement } from '../../tests/fixtures/santiago.mjs';
import { contingents, engagedIn, gathering, preparing, sumOf } from './muster';
import { primary } from './menu';
import { columnOf, countsOf, holdingsOf, plainTables } from './scenery';

describe('a fight that is prepared', () => {
  it('is known by its steps and its one sum', () => {
    expect(preparing(assault.scene)?.name).toBe('Assault on San Juan Hill');
    expect(preparing(movement.scene)).toBeNull();
    const lines = { ...assault.scene, battles: assault.scene.battles.map(battle => ({ ...battle, steps: [] })) };
    expect(preparing(lines)).toBeNull();
  });

  it('rings those who have joined and opens those who may', () => {
    expect(engagedIn(assault.scene)).toContain('tr');
    expect(gathering(assault.scene, assault.ask.menu)).toEqual(new Map([['1111', ['10-inf']]]));
    expect(gathering(fire.scene, fire.ask.menu).get('1111')).toEqual(['21-inf', '2-inf', '10-inf']);
    expect(gathering(movement.scene, movement.ask.menu).size).toBe(0);
  });

  it('tells them by their hexes', () => {
    const [first, second] = contingents(assault.scene, assault.scene.battles[0]!, assault.ask.menu);
    expect([first?.space, first?.joined.length, first?.open.length]).toEqual(['1211', 6, 0]);
    expect([second?.space, second?.joined.length, second?.open.map(({ key }) => key)]).toEqual(['1111', 2, ['10-inf']]);
    expect(sumOf(first!.joined, 'shock')).toBe(20);
    const fires = contingents(fire.scene, fire.scene.battles[0]!, fire.ask.menu);
    expect(fires[0]).toMatchObject({ space: '1212', name: 'El Pozo' });
  });

  it('is begun by the button that tells its strength', () => {
    expect(primary(fire.ask.menu, null)?.offer.label).toBe('Fire');
    expect(primary(assault.ask.menu, null)?.offer.label).toBe('Assault at 3:1');
    expect(primary(landing.ask.menu, null)).toBeNull();
  });
});

describe('tables beside the map', () => {
  it('are known by what they hold', () => {
    expect(columnOf(assault.scene)).toMatchObject({ name: 'Column 3:1', outcomes: [{ face: '1', result: '1/–' }, {}, {}, {}, {}, {}] });
    expect(columnOf(movement.scene)).toBeNull();
    expect(holdingsOf(assault.scene)?.rows[0]).toMatchObject({ name: 'San Juan Hill', side: { key: 'es' } });
    expect(countsOf(assault.scene)?.rows[0]).toEqual({ what: 'US steps lost', count: '7 of 10' });
    expect(plainTables(assault.scene)).toEqual([]);
    const other = { name: 'Coal', columns: ['Port', 'Tons'], rows: [['Key West', '12']] };
    expect(plainTables({ ...assault.scene, tables: [other] })).toEqual([other]);
  });
});
