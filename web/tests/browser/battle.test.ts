import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

type Asked = Awaited<ReturnType<Visitor['waitForAsk']>> & { prompt: { interrupt?: boolean } };
type Choice = Asked['menu'][number];

/** A morning at which all that the test wants to see can be had in the first turn, whatever the cards: the rebels stand and have no points. */
const MORNING = `
format = 1
id = "morning"
title = "A morning"
date = "1173"
introduction = "Knights before a line that stands."
start = { turn = 1, begins = "leaders", initiative = "a" }

[a]
name = "Royalists"
panic = 40
points = 7
hand = [17, 23]
leaders = [
    { name = "Bohun", values = [1, 2, 1] }, { name = "de Luci", values = [1, 1, 1] }, { name = "Arundel", values = [0, 1, 1] },
]
units = [
    { type = "LI", name = "Suffolk levies", at = ["E11", "F11", "G11", "H11", "I11", "J11"] },
    { type = "LI", name = "Beaten levies", at = ["E13"], disrupted = true },
    { type = "KT", name = "Household knights", at = ["M11"] },
]

[b]
name = "Rebels"
panic = 40
points = 0
hand = []
leaders = [{ name = "Leicester", values = [1, 2, 1] }]
units = [{ type = "MI", name = "Flemish mercenaries", at = ["K7", "L7", "M7", "N7", "O7"], facing = 4 }]
`;

type Scenario = { shipped: { id: string; digest: string } } | { own: { file: string; text: string } };
const shipped = (id: string): Scenario => ({ shipped: { id, digest: '' } });

/** Sits down as the first army of a battle against a program. */
async function sitDown(visitor: Visitor, scenario: Scenario): Promise<Asked> {
  const { page } = visitor;
  await page.goto('/games/dawn-of-battle');
  const id = await page.evaluate(async which => {
    const body = { game: 'dawn-of-battle', scenario: which, options: {}, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], clock: null, private: false };
    const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await answer.json() as { id: string }).id;
  }, scenario);
  await page.goto(`/match/${id}`);
  return await visitor.waitForAsk();
}

const button = ({ menu }: Asked, key: RegExp): Choice | undefined => menu.find(({ offer: { target } }) => target.kind === 'button' && key.test(target.key));
const labelled = ({ menu }: Asked, words: RegExp): Choice | undefined => menu.find(({ offer }) => words.test(offer.label));
const of = ({ menu }: Asked, kind: string): Choice[] => menu.filter(({ offer }) => offer.target.kind === kind);

/** The row of the hex that a choice goes to. */
const row = ({ offer }: Choice): number => Number(/\d+$/.exec(offer.target.key)?.[0] ?? 99);

/** Does what a person would do for a choice: clicks a button, a corner, a card, a counter or a hex; of several with one target the one that is meant. */
async function take(visitor: Visitor, asked: Asked, choice: Choice): Promise<Asked> {
  const { page } = visitor;
  const { target, label, sealing } = choice.offer;
  const corner = target.kind === 'button' ? /^face-(\d)$/.exec(target.key)?.[1] : undefined;
  if (corner !== undefined) await page.locator(`[data-face="${corner}"]`).click();
  else if (target.kind === 'button') {
    const shown = page.locator('.prompt .btn', { hasText: label }).first();
    // Amounts have a stepper; the text board has a button for each of them.
    if (await shown.count()) await shown.click();
    else await page.locator('#text-board button', { hasText: label }).first().dispatchEvent('click');
    if (sealing) await page.locator('.prompt .btn.primary', { hasText: label }).click();
  } else if (target.kind === 'card') await page.locator(`[data-card="${target.key}"]`).first().click();
  else {
    const drawn = target.kind === 'space' ? `[data-legal="${target.key}"]` : `.window [data-piece="${target.key}"]`;
    await page.mouse.click(...await visitor.middle(drawn));
  }
  for (let tries = 0; tries < 400; tries++) {
    const now = visitor.asked();
    if (now?.question !== asked.question) break;
    const listed = page.locator('.choices').getByRole('button', { name: label, exact: true });
    if (await listed.count()) await listed.first().click({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(50);
  }
  return await visitor.waitForAsk(asked.question);
}

/** What has been seen done. */
interface Seen { placed: number; formation: boolean; charge: boolean; turned: boolean; sum: boolean; cards: boolean; event: boolean; rally: boolean; marched: number; tried: number }

/** Plays toward what has not been seen yet; all else is let be. */
async function goOn(visitor: Visitor, asked: Asked, seen: Seen): Promise<Asked> {
  const { page } = visitor;
  const is = (choice: Choice | undefined): Promise<Asked> => take(visitor, asked, choice ?? button(asked, /^(pass|done|stay|cede|hold|stand|placed|exert-0|rally|check)$/) ?? asked.menu.find(({ offer }) => offer.closing) ?? asked.menu[0]!);

  // Which way a unit faces is asked around its hex.
  const corners = asked.menu.filter(({ offer: { target } }) => target.kind === 'button' && target.key.startsWith('face-'));
  if (corners.length > 0) {
    await expect.poll(async () => await page.locator('[data-face]').count()).toBe(corners.length);
    if (!seen.turned) await visitor.picture('battle-facing');
    seen.turned = true;
    return await is(corners[0]);
  }
  // Leaders are put with the levies on the hill.
  if (button(asked, /^placed$/) || of(asked, 'space').some(({ offer }) => /^a-(bohun|de-luci|arundel)$/.test(offer.actor ?? ''))) {
    const spot = of(asked, 'space').find(({ offer: { target } }) => ['G11', 'I11', 'L10'][seen.placed % 3] === target.key);
    if (spot) {
      const before = await page.locator('.window [data-piece]').count();
      const after = await is(spot);
      seen.placed += 1;
      await expect.poll(async () => await page.locator('.window [data-piece]').count()).toBe(before + 1);
      return after;
    }
    seen.tried = 0;
    return await is(button(asked, /^placed$/));
  }
  const cards = of(asked, 'card').filter(({ offer }) => offer.label.startsWith('Play '));
  if (cards.length > 0 && !seen.event) {
    await visitor.picture('battle-event');
    await page.locator(`.card.lit [data-card="${cards[0]!.offer.target.key}"]`).first().waitFor();
    seen.event = true;
    return await is(cards[0]);
  }
  if (asked.prompt.interrupt) {
    await page.getByRole('switch', { name: /ask this again/ }).waitFor();
    return await is(button(asked, /^pass$/));
  }
  // A point is spent: on a charge of the horse first, then on a formation, then on a rally.
  if (button(asked, /^bank$/)) {
    const charge = labelled(asked, /^Household knights: move$/) ?? labelled(asked, /^King's horsemen: move$/);
    if (!seen.charge && charge && seen.tried < 3) { seen.tried += 1; return await is(charge); }
    if (!seen.formation && labelled(asked, /formation: move$/)) return await is(labelled(asked, /formation: move$/));
    if (!seen.rally && labelled(asked, /: rally$/)) { const after = await is(labelled(asked, /: rally$/)); seen.rally = true; return after; }
    // Somebody has to get into trouble before he can be rallied: the line goes forward.
    if (!seen.rally && labelled(asked, /formation: move$/)) return await is(labelled(asked, /formation: move$/));
    return await is(button(asked, /^pass$/));
  }
  if (labelled(asked, /^Charge to /)) {
    await page.locator('.legal.charge').first().waitFor({ state: 'attached' });
    await page.mouse.move(...await visitor.middle(`[data-legal="${labelled(asked, /^Charge to /)!.offer.target.key}"]`));
    await page.locator('[data-charge]').waitFor({ state: 'attached' });
    await visitor.picture('battle-charge');
    const after = await is(labelled(asked, /^Charge to /));
    seen.charge = true;
    return after;
  }
  // Three units of a formation, one after the other, each as far north as it can go.
  if (of(asked, 'piece').length > 0 && button(asked, /^done$/) && /which unit/.test(asked.prompt.ask)) {
    seen.formation = true;
    seen.marched += 1;
    return await is(seen.marched % 4 === 0 ? button(asked, /^done$/) : of(asked, 'piece')[0]);
  }
  if (button(asked, /^stay$/) && of(asked, 'space').length > 0) {
    await expect.poll(async () => await page.locator('[data-legal]').count()).toBe(of(asked, 'space').length);
    // Horse that cannot charge yet waits until it can.
    if (/^a-(kt|hc)/.test(of(asked, 'space')[0]!.offer.actor ?? '')) return await is(button(asked, /^stay$/));
    return await is(of(asked, 'space').toSorted((a, b) => row(a) - row(b))[0]);
  }
  // Before anybody commits the sum stands there, term by term with its rules, and the chances.
  if (button(asked, /^exert-/)) {
    const panel = page.locator('.column .attack');
    await panel.waitFor();
    expect(await panel.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(await panel.locator('tfoot .total').count()).toBe(2);
    expect(await panel.locator('.outlook li').first().textContent()).toMatch(/\d+\.\d%/);
    if (!seen.sum) await visitor.picture('battle-melee');
    seen.sum = true;
    const after = await is(button(asked, /^exert-1$/) ?? button(asked, /^exert-0$/));
    return after;
  }
  if (of(asked, 'piece').some(({ offer }) => offer.actor !== null)) {
    const attack = of(asked, 'piece').find(({ offer }) => offer.actor !== null)!;
    const several = new Set(of(asked, 'piece').map(({ offer }) => offer.actor)).size > 1;
    if (several) await page.mouse.click(...await visitor.middle(`.window [data-piece="${attack.offer.actor}"]`));
    return await is(attack);
  }
  return await is(undefined);
}

test('leaders are placed, a formation moves, knights charge, a melee shows its sum and turns its cards, an event is played and a unit rallies', { timeout: 240_000 }, async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  let asked = await sitDown(visitor, { own: { file: 'morning.toml', text: MORNING } });
  const seen: Seen = { placed: 0, formation: false, charge: false, turned: false, sum: false, cards: false, event: false, rally: false, marched: 0, tried: 0 };
  await visitor.picture('battle-start');
  // Both armies with their points and how near they are to panic, and the hand of the reader.
  expect(await page.locator('[data-army]').count()).toBe(2);
  expect(await page.locator('.panic').count()).toBe(2);
  expect(await page.locator('.hand .card').count()).toBeGreaterThan(0);
  const all = () => seen.placed >= 3 && seen.formation && seen.charge && seen.sum && seen.cards && seen.event && seen.rally;
  for (let answers = 0; answers < 400 && !all(); answers++) {
    const after = await goOn(visitor, asked, seen).catch((trouble: Error) => trouble);
    // The battle may be over before all has been seen: then what is missing is told below.
    if (after instanceof Error && (await page.locator('.prompt', { hasText: 'Result' }).count())) break;
    if (after instanceof Error) throw after;
    asked = after;
    if (!seen.cards && (await page.locator('.attack .card.turned').count()) === 2) {
      seen.cards = true;
      await visitor.picture('battle-cards');
    }
  }
  expect(seen).toMatchObject({ formation: true, charge: true, sum: true, cards: true, event: true, rally: true });
  // Zones of control on demand, by button and by key.
  await page.locator('.zoom [aria-pressed]').click();
  await page.locator('[data-zone="a"]').waitFor({ state: 'attached' });
  await page.keyboard.press('v');
  await expect.poll(async () => await page.locator('[data-zone]').count()).toBe(0);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('the page of the game says how even each battle is', async () => {
  const { page, context } = await house.visitor();
  await page.goto('/games/dawn-of-battle');
  await expect.poll(() => page.locator('#fornham .balance').innerText()).toMatch(/^Captain against captain: Royalists \d+%, Rebels \d+% of 1,000 games$/);
  expect(await page.locator('.tile .balance').count()).toBe(await page.locator('.tile').count());
  await context.close();
});

test('an army is mustered with its sum against the budget', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  let asked = await sitDown(visitor, shipped('meeting'));
  for (let steps = 0; steps < 6 && of(asked, 'card').length === 0; steps++) asked = await take(visitor, asked, asked.menu[0]!);
  const sum = page.locator('.barracks .sum p');
  expect(await sum.textContent()).toMatch(/^0 of \d+ points$/);
  asked = await take(visitor, asked, of(asked, 'card')[0]!);
  await expect.poll(async () => await sum.textContent()).not.toMatch(/^0 of/);
  await page.locator('.barracks li.held button').first().click();
  asked = await visitor.waitForAsk(asked.question);
  await expect.poll(async () => await sum.textContent()).toMatch(/^0 of/);
  asked = await take(visitor, asked, button(asked, /^usual-army$/)!);
  await expect.poll(async () => await page.locator('.barracks li.held').count()).toBeGreaterThan(2);
  await visitor.picture('battle-muster');
  // What would be too much is refused with the sum.
  await page.locator('.barracks .why').first().waitFor();
  asked = await take(visitor, asked, button(asked, /^ready$/)!);
  await page.locator('.barracks').waitFor({ state: 'detached' });
  await visitor.picture('battle-deployment');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('leaders are placed on a phone by touch', async () => {
  const visitor = await house.visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = visitor;
  let asked = await sitDown(visitor, shipped('fornham'));
  // Whoever holds no event that fits is not asked for one: the page has passed by itself.
  expect(asked.menu.length).toBeGreaterThan(1);
  for (let steps = 0; steps < 20 && of(asked, 'space').length === 0; steps++) {
    const pass = button(asked, /^(pass|cede|first)$/) ?? asked.menu.find(({ offer }) => offer.closing) ?? asked.menu[0]!;
    await page.locator('.prompt .btn', { hasText: pass.offer.label }).first().tap();
    asked = await visitor.waitForAsk(asked.question);
  }
  const space = of(asked, 'space').find(({ offer }) => offer.target.key === 'H11') ?? of(asked, 'space')[0]!;
  // A finger aims, the button acts.
  const hex = `[data-legal="${space.offer.target.key}"]`;
  const act = page.locator('.prompt .btn.primary', { hasText: space.offer.label });
  // Where the map is small the first tap looks closer; what a slow machine takes for a long press is no tap.
  await expect.poll(async () => {
    if (!(await act.isVisible())) await page.touchscreen.tap(...await visitor.middle(hex));
    return await act.waitFor({ timeout: 2000 }).then(() => true, () => false);
  }).toBe(true);
  await act.tap();
  asked = await visitor.waitForAsk(asked.question);
  await visitor.picture('battle-phone');
  // What the armies can still do stands in the corner where it hides fewer units.
  const strip = (await page.locator('.map > ul').boundingBox())!;
  const map = (await page.locator('.map').boundingBox())!;
  const units = await page.locator('.window [data-piece]').all();
  const boxes = await Promise.all(units.map(async unit => (await unit.boundingBox())!));
  const under = (top: number): number => boxes.filter(({ x, y, width, height }) =>
    x + width / 2 > strip.x - 12 && x + width / 2 < strip.x + strip.width + 12 && y + height / 2 > top - 12 && y + height / 2 < top + strip.height + 12).length;
  const other = 2 * map.y + map.height - strip.y - strip.height;
  expect(under(strip.y)).toBeLessThanOrEqual(under(other));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
