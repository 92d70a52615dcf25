import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

/** Two people at one table: the first one makes it, the second one joins by the invitation. */
async function table(): Promise<[Visitor, Visitor]> {
  const [host, guest] = [await house.visitor(), await house.visitor()];
  await host.page.goto('/');
  const made = await host.page.evaluate(async () => {
    const body = {
      game: 'dreadnoughts', scenario: { shipped: { id: 'denmark-strait-1941', digest: '' } }, options: {},
      seats: [{ kind: 'me' }, { kind: 'open' }], clock: null, private: true,
    };
    const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return await answer.json() as { id: string; invitation: string };
  });
  await host.page.goto(`/match/${made.id}`);
  await guest.page.goto(`/join/${made.id}/${made.invitation}`);
  await guest.page.getByRole('button', { name: /join|sit down|take/i }).first().click();
  await guest.page.waitForURL(/\/match\//);
  return [host, guest];
}

/** Plays both sides until both give orders in secret. */
async function playToOrders(host: Visitor, guest: Visitor): Promise<void> {
  for (let decisions = 0; decisions < 80; decisions++) {
    for (const visitor of [host, guest]) {
      const asked = visitor.asked();
      if (!asked) continue;
      if (asked.prompt.ask.startsWith('Set speeds')) return;
      const shown = await visitor.page.locator('.prompt .ask').textContent();
      if (shown?.includes(asked.prompt.ask)) await visitor.answer(asked);
    }
    await host.page.waitForTimeout(60);
  }
  throw new Error('orders were never asked for');
}

test('two people play each other, and each is told only their own secrets', async () => {
  const [host, guest] = await table();
  await host.waitForAsk();
  await playToOrders(host, guest);
  await host.waitForAsk();
  await guest.waitForAsk();
  const before = guest.frames.length;
  const asked = host.asked()!;
  // A secret order that is not the standing one.
  const order = asked.menu.find(({ offer }) => offer.label.includes('flank speed, evading')) ?? asked.menu.find(({ offer }) => offer.label.includes('evading'))!;
  await host.page.locator(`[data-piece="${order.offer.target.key}"]`).first().click({ force: true });
  await host.page.locator(`.choices button[aria-label="${order.offer.label}"]`).click();
  await expect.poll(() => host.asked()!.question).toBeGreaterThan(asked.question);
  expect(host.frames.join('\n')).toMatch(/ordered/);
  await guest.page.waitForTimeout(500);
  expect(guest.frames.slice(before), 'a secret order makes no news for the other side').toEqual([]);
  expect(guest.frames.join('\n')).not.toMatch(/"order"|ordered to|, ordered /);
  expect(await guest.page.locator('body').textContent()).not.toMatch(/ordered to evade/);
  expect([...host.troubles, ...guest.troubles]).toEqual([]);
  await host.context.close();
  await guest.context.close();
});

test('a full match, an unknown one and a stranger at a private one each have their screen', async () => {
  const [host, guest] = await table();
  const stranger = await house.visitor();
  await stranger.page.goto(new URL(host.page.url()).pathname);
  await stranger.page.getByText(/no such|not exist|not found|cannot be found/i).first().waitFor();
  await stranger.page.goto('/match/doesnotexistatall');
  await stranger.page.getByText(/no such|not exist|not found|cannot be found/i).first().waitFor();
  const id = new URL(host.page.url()).pathname.split('/')[2]!;
  const card = await host.page.evaluate(async match => await (await fetch(`/api/matches/${match}`)).json() as { invitation: string }, id);
  await stranger.page.goto(`/join/${id}/${card.invitation}`);
  await stranger.page.getByText(/taken|full|watch/i).first().waitFor();
  await host.context.close();
  await guest.context.close();
  await stranger.context.close();
});
