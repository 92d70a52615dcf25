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

const escaped = (label: string): string => label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const STRIKE = /^(Fire|Assault at \S+)$/;
const targetOf = (asked: Asked) => offers(asked, 'space').find(({ offer }) => offer.actor === null && /^(Fire at|Assault) /.test(offer.label));

/** Presses a button of the prompt: the one that begins with these words, for others may have them in their middle. */
async function press(visitor: Visitor, asked: Asked, words: RegExp): Promise<Asked> {
  const { label, sealing } = labelled(asked, words)!.offer;
  const hasText = new RegExp(`^\\s*${escaped(label)}`);
  await visitor.page.locator('.prompt .btn', { hasText }).first().click();
  if (sealing) await visitor.page.locator('.prompt .btn.primary', { hasText }).click();
  return await visitor.waitForAsk(asked);
}

/** Passes, where that can be done; else answers in any way. */
async function pass(visitor: Visitor, asked: Asked): Promise<Asked> {
  const passing = labelled(asked, /where history had them/) ?? asked.menu.find(({ offer }) => offer.closing);
  if (!passing) return await answerAnyhow(visitor, asked);
  return await press(visitor, asked, new RegExp(`^${escaped(passing.offer.label)}$`));
}

/** Goes on without doing anything until a question is asked that begins so. */
async function until(visitor: Visitor, words: RegExp): Promise<Asked> {
  let asked = await visitor.waitForAsk();
  for (let steps = 0; steps < 40 && !words.test(asked.prompt.ask); steps++) asked = await pass(visitor, asked);
  return asked;
}

/** Answers in any way. Units that lie in a stack are picked from the text board, as somebody does who cannot see the map. */
async function answerAnyhow(visitor: Visitor, asked: Asked): Promise<Asked> {
  const piece = asked.menu.find(({ offer }) => offer.target.kind === 'piece');
  if (piece) await visitor.page.locator('#text-board button', { hasText: piece.offer.label }).first().dispatchEvent('click');
  else await visitor.answer(asked);
  return await visitor.waitForAsk(asked);
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
    await page.mouse.click(...await visitor.middle(`[data-legal="${beach}"]`));
    asked = await visitor.waitForAsk(asked);
  }
  const ship = page.locator(`[data-ship="${third}"]`);
  await ship.scrollIntoViewIfNeeded();
  const from = await visitor.middle(`[data-ship="${third}"]`);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] - 40, from[1] + 20, { steps: 5 });
  await page.mouse.move(...await visitor.middle(`[data-legal="${beach}"]`), { steps: 8 });
  await page.mouse.up();
  asked = await visitor.waitForAsk(asked);
  expect(await page.locator('#part-log').textContent()).toMatch(/lands?/i);
  await visitor.picture('santiago-landing');

  asked = await press(visitor, asked, /End the landings/);
  expect(asked.prompt.ask).toMatch(/move|movement/i);
  const stack = `.window [data-group="stack-${beach}-us"]`;
  await page.mouse.click(...await visitor.middle(stack));
  asked = await visitor.waitForAsk(asked);
  const hexes = offers(asked, 'space');
  expect(hexes.length).toBeGreaterThan(0);
  await expect.poll(async () => await page.locator('[data-legal]').count()).toBe(hexes.length);
  await visitor.picture('santiago-march');
  const to = hexes[0]!.offer.target.key;
  await page.mouse.click(...await visitor.middle(`[data-legal="${to}"]`));
  asked = await visitor.waitForAsk(asked);
  await page.locator(`.window [data-group="stack-${to}-us"]`).waitFor();
  // What was done can be taken back.
  expect(asked.canUndo).toBe(true);
  await page.keyboard.press('z');
  await page.locator(stack).waitFor();
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('fire and assault show who joins, their sum, the column and the chances before the die falls', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor, 'el-caney-san-juan');
  let asked = await visitor.waitForAsk();
  let [fired, assaulted] = [false, false];
  for (let answers = 0; answers < 220 && !(fired && assaulted); answers++) {
    const target = targetOf(asked);
    const strike = labelled(asked, STRIKE);
    if (target) {
      await page.mouse.click(...await visitor.middle(`[data-legal="${target.offer.target.key}"]`));
      asked = await visitor.waitForAsk(asked);
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
      asked = await press(visitor, asked, STRIKE);
    } else {
      const idle = /^End (.* movement|the landings)/;
      asked = labelled(asked, idle) ? await press(visitor, asked, idle) : await answerAnyhow(visitor, asked);
    }
  }
  expect(fired).toBe(true);
  expect(assaulted).toBe(true);
  await visitor.picture('santiago-after');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

/** Three Spanish stacks in the open before three American divisions: more than half of all assaults end in a retreat. */
const BEATEN = `
format = 1
id = "beaten"
title = "Three stacks in the open"
date = "1898-07-01"
introduction = "Whoever is beaten falls back."
turns = 15
first-turn = 10
begins = "us-shock"
base = "0816"
[at]
1505 = ["1-inf", "4-inf", "7-inf", "8-inf", "12-inf", "17-inf"]
1404 = ["1-65-cu", "2-65-cu"]
1508 = ["2-inf", "6-inf", "9-inf", "10-inf", "13-inf", "16-inf"]
1407 = ["bn", "voluntarios"]
1510 = ["21-inf", "24-inf", "3-inf", "20-inf", "25-inf", "1-volr"]
1410 = ["1-64-s", "1-55-a"]
`;

/** Assaults with all divisions for one day: whether anybody fell back. */
async function assaultForADay(visitor: Visitor): Promise<boolean> {
  const { page } = visitor;
  const log = async (): Promise<string> => (await page.locator('#part-log').textContent()) ?? '';
  let asked = await visitor.waitForAsk();
  const day = await visitor.turn();
  while (await visitor.turn() === day) {
    const target = targetOf(asked);
    const strike = labelled(asked, STRIKE);
    const retreat = asked.menu.find(({ offer }) => offer.label.includes(' falls back to '));
    if (retreat) {
      // Where there is only one way back, nobody is asked.
      const hex = retreat.offer.target.key;
      await page.mouse.click(...await visitor.middle(`[data-legal="${hex}"]`));
      asked = await visitor.waitForAsk(asked);
      await expect.poll(log).toMatch(new RegExp(`falls back from .* to .*${hex}`));
    } else if (target && target.offer.label.startsWith('Assault')) {
      await page.mouse.click(...await visitor.middle(`[data-legal="${target.offer.target.key}"]`));
      asked = await visitor.waitForAsk(asked);
    } else if (labelled(asked, /^All who can attack/)) asked = await press(visitor, asked, /^All who can attack/);
    else if (strike && strike.offer.label.startsWith('Assault')) asked = await press(visitor, asked, STRIKE);
    else asked = await pass(visitor, asked);
    if (/falls back from \S+.* to /.test(await log())) return true;
  }
  return false;
}

test('whoever is beaten in an assault falls back', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.goto('/');
  // Nobody knows the dice beforehand: three assaults may all fail, but not match after match.
  let fallen = false;
  for (let matches = 0; matches < 8 && !fallen; matches++) {
    const id = await page.evaluate(async text => {
      const body = {
        game: 'santiago-1898', scenario: { own: { file: 'beaten.toml', text } }, options: {},
        seats: [{ kind: 'me' }, { kind: 'me' }], clock: null, private: false,
      };
      const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      return (await answer.json() as { id: string }).id;
    }, BEATEN);
    visitor.frames.length = 0;
    await page.goto(`/match/${id}`);
    fallen = await assaultForADay(visitor);
  }
  expect(fallen).toBe(true);
  await visitor.picture('santiago-retreat');
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
  await visitor.waitForAsk(asked);
  await visitor.picture('santiago-phone');
  // With the whole map in sight a finger covers several hexes: its first tap only looks closer.
  const scale = async (): Promise<number> => await page.locator('.window > .sheet').evaluate(sheet => new DOMMatrix(getComputedStyle(sheet).transform).a);
  await page.locator('.window').focus();
  await page.keyboard.press('9');
  await expect.poll(scale).toBeLessThan(0.5);
  const box = (await page.locator('.window').boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(scale).toBeGreaterThan(0.8);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
