import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK, House, PHONE } from './house';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

interface Violation { impact: string; id: string; nodes: { target: string[] }[] }

for (const [name, viewport, colorScheme] of [['desk, light', DESK, 'light'], ['phone, dark', PHONE, 'dark']] as const) {
  test(`no serious fault of accessibility on home, lobby, rules and table: ${name}`, async () => {
    const visitor = await house.visitor({ viewport, colorScheme });
    const { context, page } = visitor;
    await page.goto('/');
    const sit = async (game: string, scenario: string): Promise<string> => await page.evaluate(async ([what, which]) => {
      const body = {
        game: what, scenario: { shipped: { id: which, digest: '' } }, options: {},
        seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], clock: null, private: false,
      };
      const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      return (await answer.json() as { id: string }).id;
    }, [game, scenario]);
    const hexes = await sit('dreadnoughts', 'second-guadalcanal-1942');
    const areas = await sit('dawn-of-empire', 'campaign');
    for (const path of ['/', '/lobby', '/games/dreadnoughts', '/games/dreadnoughts/rules', '/new?game=dreadnoughts', '/account', `/match/${hexes}`, `/match/${areas}`]) {
      await page.goto(path);
      await page.locator('main').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await page.waitForTimeout(300);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { axe: checker } = window as unknown as { axe: { run: (what: Document, how: object) => Promise<{ violations: Violation[] }> } };
        return (await checker.run(document, { resultTypes: ['violations'] })).violations;
      });
      const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id: fault, nodes }) => `${path}: ${fault} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([]);
      const place = path.split('?')[0]!.split('/').filter(part => part !== '').join('-').replace(hexes, 'hexes').replace(areas, 'areas') || 'home';
      await visitor.picture(`${place}-${viewport.width}-${colorScheme}`);
    }
    await context.close();
  });
}
