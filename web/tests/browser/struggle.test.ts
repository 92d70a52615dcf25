import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

type Asked = Awaited<ReturnType<Visitor['waitForAsk']>>;

/** Sits down at a table of the game: alone on all seats, or against programs. */
async function sitDown(visitor: Visitor, scenario: string, powers: number, alone: boolean): Promise<void> {
  const { page } = visitor;
  await page.goto('/games/struggle-of-empires');
  const id = await page.evaluate(async ([which, seats, everywhere]) => {
    const body = {
      game: 'struggle-of-empires', scenario: { shipped: { id: which, digest: '' } }, options: {},
      seats: Array.from({ length: Number(seats) }, (_, seat) => (seat === 0 || everywhere === 'true' ? { kind: 'me' } : { kind: 'bot', bot: 'random' })), clock: null, private: false,
    };
    const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await answer.json() as { id: string }).id;
  }, [scenario, String(powers), String(alone)]);
  await page.goto(`/match/${id}`);
}

/** Waits for the next question, and takes the screen over where another power is asked. */
async function next(visitor: Visitor, after: Asked | null): Promise<Asked> {
  const { page } = visitor;
  const until = Date.now() + 40_000;
  while (Date.now() < until) {
    const over = page.getByRole('button', { name: /^I am / });
    if (await over.count()) await over.click({ timeout: 2000 }).catch(() => undefined);
    const asked = visitor.asked();
    if (asked && !(after && asked.question === after.question && asked.seat === after.seat)) {
      const shown = await page.locator('.prompt .ask').textContent();
      if (shown?.includes(asked.prompt.ask)) return asked;
    }
    await page.waitForTimeout(40);
  }
  throw new Error(`nothing new was asked; the prompt says: ${await page.locator('.prompt').textContent()}`);
}

const has = ({ menu }: Asked, kind: string, key: RegExp): boolean => menu.some(({ offer: { target } }) => target.kind === kind && key.test(target.key));

/** Places all units: an area, then what is put there. */
async function place(visitor: Visitor, first: Asked): Promise<Asked> {
  let asked = first;
  while (asked.menu.some(({ offer }) => offer.actor?.endsWith('-supply')) && !has(asked, 'button', /end-turn/)) {
    const { page } = visitor;
    const wanted = asked.menu.find(({ offer }) => offer.actor?.includes('-army-') && offer.target.key === 'ger') ?? asked.menu[0]!;
    const supply = page.locator(`[data-supply="${wanted.offer.actor}"]`);
    // A pile that was picked stays so while more may be placed from it.
    if (await supply.getAttribute('aria-pressed') !== 'true') await supply.click();
    await page.locator(`[data-legal="${wanted.offer.target.key}"]`).first().waitFor();
    await page.mouse.click(...await visitor.middle(`.window [data-area="${wanted.offer.target.key}"]`));
    asked = await next(visitor, asked);
  }
  return asked;
}

/** Carries something by the mouse, slowly enough to be followed. */
async function carry(visitor: Visitor, from: string, to: string): Promise<void> {
  const { page } = visitor;
  await page.mouse.move(...await visitor.middle(from));
  await page.mouse.down();
  await page.mouse.move(...await visitor.middle(to), { steps: 60 });
  await page.mouse.up();
}

/** Whether an auction goes on: in a turn one may pass too, but there is more to do. */
const auctioning = (asked: Asked): boolean => has(asked, 'button', /^bid-|^propose-|^box-/) || (asked.menu.length === 1 && has(asked, 'button', /^pass$/));

/** Bids by two clicks, all others pass, until every power has its alliance. */
async function bid(visitor: Visitor, first: Asked, seen: (asked: Asked) => Promise<void>): Promise<Asked> {
  const { page } = visitor;
  let asked = first;
  while (auctioning(asked)) {
    if (has(asked, 'button', /^pass$/)) {
      await page.locator('.prompt .btn', { hasText: 'Pass' }).first().click();
    } else {
      await seen(asked);
      const discs = page.locator('[data-propose]:not([disabled])');
      if (await discs.count()) {
        await discs.nth(0).click();
        await discs.nth(1).click();
      } else await page.locator('[data-box="A"]').click();
    }
    asked = await next(visitor, asked);
    // The panel sends the bid and both boxes one after another.
    while (has(asked, 'button', /^propose-/)) asked = await next(visitor, asked);
  }
  return asked;
}

/** Answers whatever is asked with a button: the one that ends something, else the first. */
async function press(visitor: Visitor, asked: Asked): Promise<void> {
  const { page } = visitor;
  const wanted = asked.menu.find(({ offer }) => offer.closing) ?? asked.menu.find(({ offer }) => offer.target.kind === 'button');
  if (wanted?.offer.target.kind === 'button') {
    // Amounts have a stepper, and the button says what they come to.
    const plain = page.locator('.prompt .btn', { hasText: wanted.offer.label });
    if (await plain.count()) await plain.first().click();
    else await page.locator('.prompt .btn.primary').click();
    const sure = page.locator('.prompt .btn.primary', { hasText: wanted.offer.label });
    if (wanted.offer.sealing) await sure.click();
    return;
  }
  const first = asked.menu[0]!.offer;
  if (first.target.kind === 'piece') await page.locator(`.window [data-piece="${first.target.key}"]`).click();
  else if (first.target.kind === 'card') await page.locator(`[data-card="${first.target.key}"]`).click();
  else await visitor.answer(asked);
}

test('alliances are auctioned by two clicks, a tile is bought, and an ally is asked to help in an attack', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor, 'one-war', 4, true);
  let asked = await next(visitor, null);
  await visitor.picture('struggle-set-up');
  asked = await place(visitor, asked);

  let bids = 0;
  asked = await bid(visitor, asked, async () => {
    if (bids++ === 0) await visitor.picture('struggle-auction');
  });
  expect(bids).toBeGreaterThan(0);
  expect(await page.locator('.ranks li').filter({ has: page.locator('.seen-by-readers') }).count()).toBe(4);

  // A tile: the lit ones can be had, and one that cannot be had says why.
  await page.locator('#tab-cards').click();
  await expect.poll(async () => await page.locator('.card.refused p').count()).toBeGreaterThan(0);
  await visitor.picture('struggle-tiles');
  const tile = asked.menu.find(({ offer }) => offer.target.kind === 'card' && offer.target.key === 'army-training') ?? asked.menu.find(({ offer }) => offer.target.kind === 'card')!;
  await page.locator(`[data-card="${tile.offer.target.key}"]`).first().click();
  asked = await next(visitor, asked);
  await expect.poll(async () => await page.locator('#part-log').textContent()).toMatch(/takes/);

  // An attack on an enemy, with help.
  await page.locator('#tab-powers').click();
  const attack = asked.menu.find(({ offer }) => offer.target.kind === 'piece' && /^Attack (Britain|France|Austria|Prussia)/.test(offer.label))!;
  await page.locator(`.window [data-piece="${attack.offer.target.key}"]`).click();
  asked = await next(visitor, asked);
  await page.getByRole('region', { name: 'Battle line' }).first().waitFor();
  let [requests, sent] = [0, 0];
  for (let answers = 0; answers < 40 && !has(asked, 'button', /^end-turn$|^pass$/); answers++) {
    if (has(asked, 'button', /^ask-/) && requests === 0) {
      requests += 1;
      await visitor.picture('struggle-asking');
      await page.locator('.prompt .btn.primary').click();
    } else if (has(asked, 'button', /^commit-/) && sent === 0) {
      sent += 1;
      await page.getByRole('button', { name: /^More: armies|^More: army/ }).click();
      await visitor.picture('struggle-helper');
      await page.locator('.prompt .btn.primary').click();
      const sure = page.locator('.prompt .btn', { hasText: 'Not yet' });
      if (await sure.count()) await page.locator('.prompt .btn.primary').click();
    } else {
      await visitor.picture('struggle-attack');
      await press(visitor, asked);
    }
    asked = await next(visitor, asked);
  }
  expect(requests).toBe(1);
  expect(sent).toBe(1);
  await expect.poll(async () => await page.locator('#part-log .dice').count()).toBeGreaterThan(0);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
}, 300_000);

test('a war is played to its end against programs, and the result shows all powers', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor, 'one-war', 4, false);
  let asked = await next(visitor, null);
  asked = await place(visitor, asked);
  for (let answers = 0; answers < 300; answers++) {
    if (auctioning(asked)) asked = await bid(visitor, asked, async () => undefined);
    await press(visitor, asked);
    const more = next(visitor, asked).catch(() => null);
    const end = page.locator('.panel', { hasText: 'Watch it again' }).waitFor({ timeout: 60_000 }).then(() => null, () => null);
    const found = await Promise.race([more, end]);
    if (!found) break;
    asked = found;
  }
  await page.locator('.panel', { hasText: 'Watch it again' }).waitFor();
  expect(await page.locator('.panel tbody tr').count()).toBe(4);
  await visitor.picture('struggle-result');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
}, 400_000);

test('a unit is carried from the supply onto the map, placed by keys alone, and put back to be built elsewhere', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await sitDown(visitor, 'two-powers', 2, false);
  let asked = await next(visitor, null);
  const first = asked.menu.find(({ offer }) => offer.actor?.includes('-army-'))!.offer;
  await carry(visitor, `[data-supply="${first.actor}"]`, `.window [data-area="${first.target.key}"]`);
  asked = await next(visitor, asked);
  await page.locator(`.window [data-piece="britain-army-${first.target.key}"]`).waitFor();

  // The keyboard goes the same way: Enter on the counter, N to a place, Enter twice to aim and to act.
  const second = asked.menu.find(({ offer }) => offer.actor?.includes('-army-'))!.offer;
  const supply = page.locator(`[data-supply="${second.actor}"]`);
  if (await supply.getAttribute('aria-pressed') === 'true') await page.keyboard.press('Escape');
  await supply.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  asked = await place(visitor, await next(visitor, asked));
  asked = await bid(visitor, asked, async () => undefined);

  // What a unit that is put back costs is said on the pile that it goes to, and it can be carried there.
  const back = asked.menu.find(({ offer: { actor, target } }) => target.key === 'britain-army-supply' && actor !== null)!.offer;
  await page.locator(`.window [data-piece="${back.actor}"]`).click();
  expect(await page.locator('[data-supply="britain-army-supply"]').textContent()).toMatch(/Destroy an army.*1 unrest/);
  await visitor.picture('struggle-rebuild');
  await page.keyboard.press('Escape');
  await carry(visitor, `.window [data-piece="${back.actor}"]`, '[data-supply="britain-army-supply"]');
  asked = await next(visitor, asked);
  expect(asked.prompt.ask).toMatch(/new army/);
  await page.locator('[data-supply="britain-army-supply"][aria-pressed="true"]').waitFor();
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
}, 240_000);

test('nobody reads the unrest of others in what is sent', async () => {
  const visitor = await house.visitor();
  await sitDown(visitor, 'two-powers', 2, false);
  await next(visitor, null);
  const tables = visitor.frames.map(frame => JSON.parse(frame) as { view?: { scene: { tables: { columns: string[]; rows: string[][] }[] } } }).flatMap(({ view }) => view?.scene.tables ?? []);
  expect(tables.length).toBeGreaterThan(0);
  for (const { columns, rows } of tables) {
    const at = columns.indexOf('Unrest');
    expect(rows.filter(([name]) => name !== 'Britain').map(row => row[at])).toEqual(['?']);
  }
  await visitor.context.close();
});

test('seven powers fit on a phone: tiles are bought by touch', async () => {
  const visitor = await house.visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = visitor;
  await sitDown(visitor, 'seven-powers', 7, false);
  await next(visitor, null);
  await page.getByRole('button', { name: 'Forces', exact: true }).tap();
  expect(await page.locator('.powers tbody tr').count()).toBe(7);
  await visitor.picture('struggle-phone-powers');
  await page.locator('#tab-cards').tap();
  expect(await page.locator('[data-card]').count()).toBeGreaterThan(30);
  await visitor.picture('struggle-phone-tiles');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
