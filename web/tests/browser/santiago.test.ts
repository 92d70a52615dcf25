import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

type Asked = Awaited<ReturnType<Visitor['waitForAsk']>>;

/** Sits down as the United States at a scenario of the game's page. */
async function sitDown(visitor: Visitor, scenario: string): Promise<void> {
  await visitor.page.goto('/games/santiago-1898');
  await visitor.page.locator(`#${scenario} .btn.primary`).click();
  await visitor.page.waitForURL(/\/match\//);
  await visitor.waitForAsk();
}

const offers = ({ menu }: Asked, kind: string) => menu.filter(({ offer }) => offer.target.kind === kind);
const labelled = ({ menu }: Asked, words: RegExp) => menu.find(({ offer }) => words.test(offer.label));

/** Presses a button of the prompt. */
async function press(visitor: Visitor, asked: Asked, words: RegExp): Promise<Asked> {
  const { label, sealing } = labelled(asked, words)!.offer;
  await visitor.page.locator('.prompt .btn', { hasText: label }).first().click();
  if (sealing) await visitor.page.locator('.prompt .btn.primary', { hasText: label }).click();
  return await visitor.waitForAsk(asked.question);
}

/** Goes on without doing anything until a question is asked that begins so. */
async function until(visitor: Visitor, words: RegExp): Promise<Asked> {
  let asked = await visitor.waitForAsk();
  for (let steps = 0; steps < 40 && !words.test(asked.prompt.ask); steps++) {
    const passing = labelled(asked, /where history had them/) ?? asked.menu.find(({ offer }) => offer.closing);
    if (passing) asked = await press(visitor, asked, new RegExp(passing.offer.label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    else {
      await visitor.answer(asked);
      asked = await visitor.waitForAsk(asked.question);
    }
  }
  return asked;
}

/** The middle of something drawn. */
async function middle(visitor: Visitor, selector: string): Promise<[number, number]> {
  const box = (await visitor.page.locator(selector).first().boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('an army lands by click and by drag, and a stack marches over lit hexes', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor, 'campaign');
  let asked = await until(visitor, /landings/i);
  const beach = offers(asked, 'space')[0]!.offer.target.key;
  const [first, second, third] = [...new Set(offers(asked, 'space').map(({ offer }) => offer.actor!))];

  for (const unit of [first!, second!]) {
    await page.locator(`[data-ship="${unit}"]`).click();
    await page.mouse.click(...await middle(visitor, `[data-legal="${beach}"]`));
    asked = await visitor.waitForAsk(asked.question);
  }
  const ship = page.locator(`[data-ship="${third}"]`);
  await ship.scrollIntoViewIfNeeded();
  const from = await middle(visitor, `[data-ship="${third}"]`);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] - 40, from[1] + 20, { steps: 5 });
  await page.mouse.move(...await middle(visitor, `[data-legal="${beach}"]`), { steps: 8 });
  await page.mouse.up();
  asked = await visitor.waitForAsk(asked.question);
  expect(await page.locator('#part-log').textContent()).toMatch(/lands?/i);
  await visitor.picture('santiago-landing');

  asked = await press(visitor, asked, /End the landings/);
  expect(asked.prompt.ask).toMatch(/move|movement/i);
  const stack = `.window [data-group="stack-${beach}-us"]`;
  await page.mouse.click(...await middle(visitor, stack));
  asked = await visitor.waitForAsk(asked.question);
  const hexes = offers(asked, 'space');
  expect(hexes.length).toBeGreaterThan(0);
  await expect.poll(async () => await page.locator('[data-legal]').count()).toBe(hexes.length);
  await visitor.picture('santiago-march');
  const to = hexes[0]!.offer.target.key;
  await page.mouse.click(...await middle(visitor, `[data-legal="${to}"]`));
  asked = await visitor.waitForAsk(asked.question);
  await page.locator(`.window [data-group="stack-${to}-us"]`).waitFor();
  // What was done can be taken back.
  expect(asked.canUndo).toBe(true);
  await page.keyboard.press('z');
  await page.locator(stack).waitFor();
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

// The dice decide how a day at El Caney goes: another match is begun where one of them leaves nothing to assault.
test('fire and assault show who joins, their sum, the column and the chances before the die falls', { retry: 2 }, async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor, 'el-caney-san-juan');
  let asked = await visitor.waitForAsk();
  let [fired, assaulted, fell] = [false, false, false];
  for (let answers = 0; answers < 220 && !(fired && assaulted && (fell || answers > 60)); answers++) {
    const spaces = offers(asked, 'space');
    const target = spaces.find(({ offer }) => offer.actor === null && /^(Fire at|Assault) /.test(offer.label));
    const strike = labelled(asked, /^(Fire|Assault at \S+)$/);
    if (target) {
      await page.mouse.click(...await middle(visitor, `[data-legal="${target.offer.target.key}"]`));
      asked = await visitor.waitForAsk(asked.question);
    } else if (strike || labelled(asked, /^All who can/)) {
      if (labelled(asked, /^All who can/)) asked = await press(visitor, asked, /^All who can/);
      // Beside its target stand the terms with their rules, the six faces of the die, and the chances.
      const panel = page.locator('.reckoned');
      await panel.waitFor();
      await expect.poll(async () => await panel.locator('.faces li').count()).toBe(6);
      expect(await panel.locator('ul li').first().textContent()).toMatch(/\d+\.\d%/);
      expect(await page.locator('.muster .row svg').count()).toBeGreaterThan(1);
      const assault = labelled(asked, /^Assault at/) !== undefined;
      if (assault && !assaulted) await visitor.picture('santiago-assault');
      if (!assault && !fired) await visitor.picture('santiago-fire');
      [fired, assaulted] = [fired || !assault, assaulted || assault];
      asked = await press(visitor, asked, /^(Fire|Assault at \S+)$/);
    } else {
      const idle = /^End (.* movement|the landings)/;
      if (labelled(asked, idle)) asked = await press(visitor, asked, idle);
      else {
        // Units that lie in a stack are picked from the text board, as somebody does who cannot see the map.
        const piece = asked.menu.find(({ offer }) => offer.target.kind === 'piece');
        if (piece) await page.locator('#text-board button', { hasText: piece.offer.label }).first().dispatchEvent('click');
        else await visitor.answer(asked);
        const after = await visitor.waitForAsk(asked.question).catch(() => null);
        if (!after) break;
        asked = after;
      }
    }
    fell = /falls? back|retreat/i.test((await page.locator('#part-log').textContent()) ?? '');
  }
  expect(fired).toBe(true);
  expect(assaulted).toBe(true);
  await visitor.picture('santiago-after');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('units are landed on a phone by touch', async () => {
  const visitor = await house.visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = visitor;
  await sitDown(visitor, 'campaign');
  const asked = await until(visitor, /landings/i);
  await page.locator('.waiting button').first().tap();
  await page.locator('.prompt .btn.primary').tap();
  await visitor.waitForAsk(asked.question);
  await visitor.picture('santiago-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
