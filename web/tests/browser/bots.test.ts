import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

interface Film { entries: number[] }
interface View { result: object | null; asks: { seat: number; question: number; menu: { do: unknown; offer: { closing: boolean } }[] }[] }

/** Makes a battle with these sitters and opens its table. */
async function sitDown(visitor: Visitor, seats: object[]): Promise<string> {
  await visitor.page.goto('/');
  const id = await visitor.page.evaluate(async sitters => {
    const body = { game: 'dreadnoughts', scenario: { shipped: { id: 'denmark-strait-1941', digest: '' } }, options: {}, seats: sitters, clock: null, private: false };
    const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await answer.json() as { id: string }).id;
  }, seats);
  await visitor.page.goto(`/match/${id}`);
  return id;
}

for (const bot of ['ensign', 'captain', 'admiral', 'grand-admiral']) {
  test(`a person plays against the ${bot}`, async () => {
    const visitor = await house.visitor();
    await sitDown(visitor, [{ kind: 'me' }, { kind: 'bot', bot }]);
    let last = await visitor.waitForAsk();
    // The other side has decided once the second turn begins.
    for (let answers = 0; (await visitor.turn()) < 2 && answers < 120; answers++) {
      await visitor.answer(last);
      last = await visitor.waitForAsk(last);
    }
    expect(await visitor.turn()).toBeGreaterThanOrEqual(2);
    expect(visitor.troubles).toEqual([]);
    await visitor.context.close();
  });
}

test('the page of a new match says what a level sees and how long it thinks', async () => {
  const visitor = await house.visitor();
  await visitor.page.goto('/new');
  const other = visitor.page.getByRole('combobox').filter({ hasText: 'Grand-admiral' }).last();
  await other.selectOption('bot:grand-admiral');
  const told = await visitor.page.locator('.seat .hint').last().textContent();
  expect(told).toContain('sees only what its seat may see');
  expect(told).toContain('15 seconds');
  await visitor.context.close();
});

test('a hint names three choices, and the best is taken with a click', async () => {
  const visitor = await house.visitor();
  await sitDown(visitor, [{ kind: 'me' }, { kind: 'bot', bot: 'captain' }]);
  let asked = await visitor.waitForAsk();
  while (asked.menu.length < 3) {
    await visitor.answer(asked);
    asked = await visitor.waitForAsk(asked);
  }
  await visitor.page.getByRole('button', { name: 'Hint' }).first().click();
  const panel = visitor.page.getByRole('complementary', { name: 'What a program would do' });
  await panel.waitFor({ timeout: 20_000 });
  expect(await panel.locator('ol > li').count()).toBeGreaterThanOrEqual(2);
  expect(await panel.textContent()).toMatch(/\d%/);
  await visitor.picture('hint');
  await panel.getByRole('button', { name: 'Do this' }).first().click();
  await visitor.waitForAsk(asked);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('a match that is over is reviewed: chances, mistakes, luck', async () => {
  const visitor = await house.visitor();
  const id = await sitDown(visitor, [{ kind: 'me' }, { kind: 'me' }]);
  await visitor.page.evaluate(async match => {
    let view = await (await fetch(`/api/matches/${match}/view`)).json() as View;
    for (let decisions = 0; !view.result && decisions < 6000; decisions++) {
      const ask = view.asks[0]!;
      const choice = ask.menu.find(({ offer }) => offer.closing) ?? ask.menu.at(-1)!;
      const body = JSON.stringify({ seat: ask.seat, question: ask.question, do: choice.do });
      const answer = await fetch(`/api/matches/${match}/decide`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      view = await answer.json() as View;
    }
  }, id);
  await visitor.page.goto(`/match/${id}/review`);
  await visitor.page.getByRole('heading', { name: 'Chances of victory' }).waitFor({ timeout: 150_000 });
  expect(await visitor.page.getByRole('table').first().textContent()).toContain('Points by luck');
  await visitor.picture('review');

  // A step leads to the moment just before it: not every entry of the record is one.
  const links = visitor.page.locator('a[href*="step="]');
  const step = Number(new URL((await links.last().getAttribute('href'))!, visitor.page.url()).searchParams.get('step'));
  const entries = await visitor.page.evaluate(async match => (await (await fetch(`/api/matches/${match}/film?as=umpire`)).json() as Film).entries, id);
  await links.last().click();
  await expect.poll(() => new URL(visitor.page.url()).searchParams.get('moment')).toBe(String(entries.findLastIndex(count => count <= step)));
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
}, 200_000);
