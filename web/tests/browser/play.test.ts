import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

/** Opens the home page and starts a match against a program, as a newcomer does. */
async function playNow(visitor: Visitor): Promise<void> {
  await visitor.page.goto('/');
  await visitor.page.getByRole('button', { name: 'Play now' }).first().click();
  await visitor.page.waitForURL(/\/match\//);
  await visitor.waitForAsk();
}

/** Answers until the turn has come; returns how many answers it took. */
async function playUntilTurn(visitor: Visitor, turn: number): Promise<number> {
  let answers = 0;
  let last = -1;
  while ((await visitor.turn()) < turn) {
    const asked = await visitor.waitForAsk(last);
    await visitor.answer(asked);
    last = asked.question;
    answers += 1;
    expect(answers, 'two turns do not take that many decisions').toBeLessThan(200);
  }
  return answers;
}

test('a newcomer plays two turns against a program by clicking counters', async () => {
  const visitor = await house.visitor();
  await visitor.page.goto('/');
  await visitor.page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await visitor.picture('home-desk');
  await playNow(visitor);
  await visitor.picture('table-desk');
  expect(await playUntilTurn(visitor, 3)).toBeGreaterThan(5);
  expect(await visitor.page.locator('#part-log').textContent()).toContain('Turn 2');
  await visitor.picture('table-turn-3');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('a decision is taken back, and the question comes again', async () => {
  const visitor = await house.visitor();
  await playNow(visitor);
  const first = await visitor.waitForAsk();
  // The first player names one of her own ships, so that nobody else is asked in between.
  await visitor.answer(first);
  const second = await visitor.waitForAsk(first.question);
  expect(second.prompt.ask).not.toBe(first.prompt.ask);
  expect(second.canUndo).toBe(true);
  await visitor.page.keyboard.press('z');
  const again = await visitor.waitForAsk(second.question);
  expect(again.prompt.ask).toBe(first.prompt.ask);
  expect(again.menu.map(({ offer }) => offer.label)).toEqual(first.menu.map(({ offer }) => offer.label));
  await visitor.context.close();
});

test('the next question is answered though the receipt of the last answer has not come', async () => {
  const visitor = await house.visitor();
  await visitor.page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      override set onmessage(hear: (event: MessageEvent<string>) => void) {
        super.onmessage = (event: MessageEvent<string>) => { if ((JSON.parse(event.data) as { type: string }).type !== 'done') hear(event); };
      }
    };
  });
  await playNow(visitor);
  const first = await visitor.waitForAsk();
  await visitor.answer(first);
  const second = await visitor.waitForAsk(first);
  await visitor.answer(second);
  await visitor.waitForAsk(second);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('what is not legal says why, with the rule', async () => {
  const visitor = await house.visitor();
  await playNow(visitor);
  const first = await visitor.waitForAsk();
  await visitor.answer(first);
  const second = await visitor.waitForAsk(first.question);
  // A ship does not fire at a friend: every ship of one's own refuses.
  const about = first.menu[0]!.offer.target.key;
  const friend = first.menu.find(({ offer }) => offer.target.key !== about && !second.menu.some(choice => choice.offer.target.key === offer.target.key));
  expect(friend, 'a friend is on the table').toBeDefined();
  await visitor.page.mouse.click(...await visitor.middle(`[data-piece="${friend!.offer.target.key}"]`));
  const said = visitor.page.getByRole('alert');
  await expect.poll(async () => (await said.textContent())?.trim() ?? '').not.toBe('');
  await visitor.context.close();
});

test('a match is replayed from its first moment, and a link opens it there', async () => {
  const visitor = await house.visitor();
  await playNow(visitor);
  await playUntilTurn(visitor, 2);
  await visitor.page.keyboard.press(',');
  await expect.poll(() => new URL(visitor.page.url()).searchParams.get('moment')).not.toBeNull();
  await visitor.page.getByRole('slider').fill('1');
  await expect.poll(() => new URL(visitor.page.url()).searchParams.get('moment')).toBe('1');
  expect(await visitor.turn()).toBe(1);
  const link = visitor.page.url();
  await visitor.page.goto(link);
  await expect.poll(() => visitor.turn()).toBe(1);
  // From moment to moment the map goes where something moves: there is nothing in the corner that is looked at.
  const sheet = visitor.page.locator('.sheet');
  const place = () => sheet.evaluate((element: HTMLElement) => element.style.transform);
  const { x, y, width, height } = (await visitor.page.locator('.window').boundingBox())!;
  await visitor.page.mouse.move(x + width * 0.1, y + height * 0.9);
  for (let step = 0; step < 12; step++) await visitor.page.mouse.wheel(0, -200);
  await expect.poll(() => sheet.evaluate((element: HTMLElement) => element.style.willChange)).toBe('');
  const corner = await place();
  await expect.poll(async () => {
    await visitor.page.keyboard.press('.');
    return await place();
  }).not.toBe(corner);
  await visitor.page.getByRole('button', { name: 'Back to live' }).first().click();
  await expect.poll(() => visitor.turn()).toBe(2);
  await visitor.context.close();
});

test('the server is killed in mid-game and comes back: the page goes on where it was', async () => {
  const visitor = await house.visitor();
  await playNow(visitor);
  const first = await visitor.waitForAsk();
  await visitor.answer(first);
  const second = await visitor.waitForAsk(first.question);
  await house.kill();
  await visitor.page.getByText(/connection/i).first().waitFor();
  await house.start();
  await expect.poll(() => visitor.frames.filter(frame => frame.startsWith('{"type":"view"')).length, { timeout: 40_000 }).toBeGreaterThan(1);
  const resumed = await visitor.waitForAsk();
  expect(resumed.prompt.ask).toBe(second.prompt.ask);
  await visitor.answer(resumed);
  await visitor.context.close();
});

test('everything can be done with the keyboard alone', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  for (let tabs = 0; tabs < 40; tabs++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent ?? '')).includes('Play now')) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/match\//);
  let asked = await visitor.waitForAsk();
  for (let answers = 0; answers < 6; answers++) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await expect.poll(() => visitor.asked()?.question !== asked.question, { timeout: 15_000 }).toBe(true);
    asked = await visitor.waitForAsk(asked.question);
    if (asked.prompt.ask.startsWith('Set speeds')) break;
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('on a phone the first tap shows, the button acts, and nothing is wider than the screen', async () => {
  const visitor = await house.visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await visitor.picture('home-phone');
  await page.getByRole('button', { name: 'Play now' }).first().tap();
  await page.waitForURL(/\/match\//);
  const first = await visitor.waitForAsk();
  await visitor.picture('table-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await visitor.answer(first);
  await visitor.waitForAsk(first.question);
  for (const tab of ['Forces', 'Log', 'Rules', 'Map']) await page.getByRole('button', { name: tab, exact: true }).first().tap();
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
