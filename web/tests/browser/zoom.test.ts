import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, DESK, House, PHONE, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

/** A visitor at the Denmark Strait, with the map in front. */
async function atTheMap(viewport: typeof DESK): Promise<Visitor> {
  const visitor = await house.visitor({ viewport });
  const { page } = visitor;
  await page.goto('/games/dreadnoughts');
  const id = await page.evaluate(async () => {
    const scenario = { shipped: { id: 'denmark-strait-1941', digest: '' } };
    const body = { game: 'dreadnoughts', scenario, options: {}, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], clock: null, private: false };
    const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await answer.json() as { id: string }).id;
  });
  await page.goto(`/match/${id}`);
  await visitor.waitForAsk();
  return visitor;
}

/** How the sheet lies: its scale, its level of detail, and whether anything still holds it as a picture. */
const sheet = ({ page }: Visitor) => page.locator('.sheet').evaluate((element: HTMLElement) => ({
  scale: new DOMMatrix(getComputedStyle(element).transform).a,
  detail: element.dataset['detail'],
  held: element.style.willChange !== '' || element.getAnimations().length > 0,
}));

/** Zooms by steps of one movement, within the page: no step waits for the one before; tells how the sheet lay at the last of them. */
const zoomed = ({ page }: Visitor, steps: number, by: number) => page.evaluate(async ([count, deltaY]) => {
  const [map, element] = [document.querySelector('.window')!, document.querySelector<HTMLElement>('.sheet')!];
  const { left, top, width, height } = map.getBoundingClientRect();
  for (let step = 0; step < count; step++) {
    map.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true }));
    await Promise.resolve();
  }
  return { scale: new DOMMatrix(getComputedStyle(element).transform).a, detail: element.dataset['detail'], held: element.getAnimations().length > 0 };
}, [steps, by] as const);

test.each([['a desk', DESK], ['a phone', PHONE]])('after a zoom the map of %s is drawn sharp, with the print that can be read', async (_, viewport) => {
  const visitor = await atTheMap(viewport);
  const before = await sheet(visitor);
  expect(before.held).toBe(false);

  const out = await zoomed(visitor, 12, 100);
  expect(out.scale).toBeLessThan(0.45);
  // In the middle of the movement the picture is moved as it is.
  expect(out).toMatchObject({ detail: before.detail, held: true });
  await expect.poll(() => sheet(visitor)).toMatchObject({ scale: out.scale, detail: 'far', held: false });

  const near = await zoomed(visitor, 14, -100);
  expect(near.scale).toBeGreaterThan(0.7);
  expect(near).toMatchObject({ detail: 'far', held: true });
  await expect.poll(() => sheet(visitor)).toMatchObject({ scale: near.scale, detail: 'near', held: false });

  // What no finger moved is there at once for those who want no motion: nothing is held.
  await visitor.page.keyboard.press('9');
  await expect.poll(async () => (await sheet(visitor)).scale).not.toBe(near.scale);
  expect((await sheet(visitor)).held).toBe(false);
  expect(visitor.troubles).toEqual([]);
});

/** The ships that a question is about: how many they are, and how many of them lie within the window of the map. */
async function aboutShips(visitor: Visitor, ask: Asked) {
  const map = (await visitor.page.locator('.window').boundingBox())!;
  const ships = ask.menu.map(({ offer }) => offer.target).filter(({ kind }) => kind === 'piece').map(({ key }) => `.window [data-piece="${key}"]`);
  const middles = () => Promise.all(ships.map(ship => visitor.middle(ship)));
  const inSight = async () => (await middles()).filter(([x, y]) => x >= map.x && y >= map.y && x <= map.x + map.width && y <= map.y + map.height).length;
  return { map, count: ships.length, middles, inSight };
}

test('a question brings all that it is about into sight, though a part of it was in sight already', async () => {
  const visitor = await atTheMap(DESK);
  const { page } = visitor;
  const first = await visitor.waitForAsk();
  const { map, count, middles, inSight } = await aboutShips(visitor, first);
  expect(count).toBeGreaterThan(1);
  expect(await inSight()).toBe(count);
  await visitor.answer(first);
  const second = await visitor.waitForAsk(first.question);

  // The map is drawn aside by the edge of the leftmost ship, until some are out of sight and some are not.
  const left = Math.min(...(await middles()).map(([x]) => x));
  await page.mouse.move(map.x + map.width / 2, map.y + map.height - 40);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width / 2 - (left - map.x) - 60, map.y + map.height - 40, { steps: 4 });
  await page.mouse.up();
  const still = await inSight();
  expect(still).toBeGreaterThan(0);
  expect(still).toBeLessThan(count);

  await page.keyboard.press('z');
  await visitor.waitForAsk(second.question);
  await expect.poll(inSight).toBe(count);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('a question on a phone goes to a place of those that it is about, and does not make all of them small', async () => {
  const visitor = await atTheMap(PHONE);
  const { page } = visitor;
  const first = await visitor.waitForAsk();
  const { map, inSight } = await aboutShips(visitor, first);
  await visitor.answer(first);
  const second = await visitor.waitForAsk(first.question);
  // So near that not all have room, the map is drawn aside until nobody is to be seen.
  const { scale } = await zoomed(visitor, 8, -100);
  for (let pull = 0; pull < 8 && await inSight() > 0; pull++) {
    await page.mouse.move(map.x + 40, map.y + map.height - 40);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width - 20, map.y + 90, { steps: 4 });
    await page.mouse.up();
  }
  expect(await inSight()).toBe(0);

  await page.keyboard.press('z');
  await visitor.waitForAsk(second.question);
  await expect.poll(inSight).toBeGreaterThan(0);
  expect((await sheet(visitor)).scale).toBeCloseTo(scale);
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('what lies over a corner of the map gives way to a ship that comes to lie beneath', async () => {
  const visitor = await atTheMap(DESK);
  const { page } = visitor;
  const { map, middles } = await aboutShips(visitor, await visitor.waitForAsk());
  const seen = (name: string) => page.locator(name).evaluate(element => getComputedStyle(element.parentElement!).opacity);
  /** Draws the map until its first ship is there. */
  const drawTo = async (x: number, y: number) => {
    const [ship] = await middles();
    const hold = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
    await page.mouse.move(hold.x, hold.y);
    await page.mouse.down();
    await page.mouse.move(hold.x + x - ship![0], hold.y + y - ship![1], { steps: 4 });
    await page.mouse.up();
  };
  const middle = (await page.locator('.cartouche').boundingBox())!;
  await drawTo(middle.x + middle.width / 2, middle.y + middle.height / 2);
  await expect.poll(() => seen('.cartouche')).toBe('0');

  await drawTo(map.x + map.width - 120, map.y + map.height / 2);
  await expect.poll(() => seen('.cartouche')).toBe('1');

  const rose = (await page.locator('.rose').boundingBox())!;
  await drawTo(rose.x + rose.width / 2, rose.y + rose.height / 2);
  await expect.poll(() => seen('.rose')).toBe('0');
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});
