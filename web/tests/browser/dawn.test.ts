import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

/** Sits down as the United States, as somebody does who starts from the page of the game. */
async function sitDown(visitor: Visitor): Promise<void> {
  await visitor.page.goto('/games/dawn-of-empire');
  await visitor.page.getByRole('button', { name: 'Play now' }).first().click();
  await visitor.page.waitForURL(/\/match\//);
  await visitor.waitForAsk();
}

/** Puts ships of Key West together and gives them an order; returns the key of the squadron. */
async function sendOut(visitor: Visitor, ships: string[], order: RegExp): Promise<string> {
  const { page } = visitor;
  for (const ship of ships) await page.locator(`[data-ship="${ship}"]`).click();
  await page.getByRole('button', { name: `New squadron of ${ships.length}` }).click();
  const squadron = page.locator('.squadron').filter({ has: page.locator(`[data-ship="${ships[0]}"]`) }).filter({ hasText: `${ships.length} units` });
  await squadron.waitFor();
  const key = (await squadron.getAttribute('data-drop'))!.replace('group:', '');
  await page.locator(`.window [data-group="${key}"]`).click();
  await page.locator('.orders button').first().waitFor();
  await page.locator('.orders').getByRole('button', { name: order }).first().click();
  await expect.poll(async () => (await squadron.locator('.order').textContent())?.trim() ?? '').toMatch(order);
  return key;
}

async function seal(visitor: Visitor): Promise<void> {
  const ordering = (): boolean => visitor.asked()?.prompt.ask.startsWith('Form your squadrons') ?? false;
  // The other side may seal its orders in the same moment: then the question comes anew and is answered anew.
  await expect.poll(async () => {
    const button = visitor.page.locator('.prompt .btn', { hasText: 'Seal the orders' }).last();
    if (ordering()) await button.click({ timeout: 1000 }).catch(() => undefined);
    await visitor.page.waitForTimeout(300);
    return ordering();
  }, { timeout: 20_000 }).toBe(false);
}

test('squadrons are made up, ordered and moved, a port is attacked, and the points are counted', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor);
  await visitor.picture('dawn-orders');
  await sendOut(visitor, ['iowa', 'new-york'], /Raid Havana/);
  await seal(visitor);

  let [fought, last] = [false, -1];
  for (let answers = 0; answers < 120; answers++) {
    const asked = await visitor.waitForAsk(last);
    if (asked.prompt.ask.startsWith('Form your squadrons')) break;
    last = asked.question;
    const wanted = asked.prompt.ask.startsWith('Where does the squadron')
      ? asked.menu.find(({ offer }) => offer.target.key === 'gom') ?? asked.menu.find(({ offer }) => offer.target.key === 'fls') ?? asked.menu.find(({ offer }) => offer.closing)
      : undefined;
    if (/fire/i.test(asked.menu.map(({ offer }) => offer.label).join())) {
      await page.getByRole('region', { name: 'Battle line' }).first().waitFor();
      if (!fought) await visitor.picture('dawn-battle');
      fought = true;
    }
    await visitor.answer(wanted ? { ...asked, menu: [wanted] } : asked);
  }
  await expect.poll(() => visitor.turn()).toBe(2);
  // An enemy patrol may stop them at the first step, which is the only one: then nobody was asked where to go.
  await expect.poll(async () => await page.locator('#part-log').textContent()).toMatch(/American squadron of \d+ (sails|to) /);
  if (fought) await expect.poll(async () => await page.locator('#part-log').textContent()).toMatch(/fires on/);
  await expect.poll(async () => await page.locator('#part-log').textContent()).toMatch(/The score is/);
  expect(await page.locator('header .facts').textContent()).toMatch(/Score/);
  await visitor.picture('dawn-turn-2');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('a ship is carried from one squadron to another, and an order that may not be given says why', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor);
  const key = await sendOut(visitor, ['iowa', 'new-york'], /Patrol/);
  const ship = page.locator('[data-ship="cincinnati"]');
  const squadron = page.locator(`.squadron[data-drop="group:${key}"]`);
  await squadron.scrollIntoViewIfNeeded();
  await ship.scrollIntoViewIfNeeded();
  const [from, to] = [(await ship.boundingBox())!, (await squadron.boundingBox())!];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 50, { steps: 5 });
  await page.mouse.move(to.x + to.width / 2, to.y + 16, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => await squadron.locator('[data-ship="cincinnati"]').count()).toBe(1);
  await squadron.locator('.order').click();
  await expect.poll(async () => await page.locator('.orders .refused').count()).toBeGreaterThan(0);
  expect(await page.locator('.orders .refused').first().textContent()).toMatch(/\w+ .*\d/);
  // Undo takes the ship back.
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect.poll(async () => await squadron.locator('[data-ship="cincinnati"]').count()).toBe(0);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('nobody reads the orders of the other side in what is sent', async () => {
  const visitor = await house.visitor();
  await sitDown(visitor);
  const views = visitor.frames.map(frame => JSON.parse(frame) as { view?: { scene: { groups: { side: string; tag: string | null }[] } } }).flatMap(({ view }) => (view ? [view] : []));
  expect(views.length).toBeGreaterThan(0);
  for (const { scene } of views) expect(scene.groups.filter(({ side, tag }) => side === 'es' && tag !== null)).toEqual([]);
  await visitor.context.close();
});

test('orders are given on a phone by touch', async () => {
  const visitor = await house.visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = visitor;
  await sitDown(visitor);
  await page.getByRole('button', { name: 'Forces', exact: true }).tap();
  for (const ship of ['iowa', 'new-york']) await page.locator(`[data-ship="${ship}"]`).tap();
  await page.getByRole('button', { name: 'New squadron of 2' }).tap();
  const squadron = page.locator('.squadron').filter({ hasText: '2 units' }).filter({ has: page.locator('[data-ship="iowa"]') });
  await squadron.locator('.order').tap();
  await page.locator('.orders').getByRole('button', { name: 'Patrol' }).first().tap();
  await visitor.picture('dawn-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
