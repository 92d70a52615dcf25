import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, type Visitor } from './house';

let house: House;
beforeAll(async () => { house = await House.open(); });
afterAll(async () => { await house.close(); });

interface View { result: object | null; asks: { seat: number; question: number; menu: { do: unknown; offer: { closing: boolean } }[] }[] }

/** A short battle of which the visitor plays both sides, opened at its table. */
async function sitDown(visitor: Visitor): Promise<string> {
  await visitor.page.goto('/');
  const id = await visitor.page.evaluate(async () => {
    const body = {
      game: 'dreadnoughts', scenario: { shipped: { id: 'denmark-strait-1941', digest: '' } }, options: {},
      seats: [{ kind: 'me' }, { kind: 'me' }], clock: null, private: false,
    };
    const answer = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await answer.json() as { id: string }).id;
  });
  await visitor.page.goto(`/match/${id}`);
  await visitor.page.locator('.prompt').waitFor();
  return id;
}

/** Plays on through the API until the match is over: what ends something first, else the last choice of the menu. */
async function playOut(visitor: Visitor, id: string): Promise<number> {
  return await visitor.page.evaluate(async match => {
    const post = async (body: object): Promise<Response> =>
      await fetch(`/api/matches/${match}/decide`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    let view = await (await fetch(`/api/matches/${match}/view`)).json() as View;
    let decisions = 0;
    while (!view.result && decisions < 6000) {
      const ask = view.asks[0];
      if (!ask) break;
      const choice = ask.menu.find(({ offer }) => offer.closing) ?? ask.menu[ask.menu.length - 1];
      const answer = await post({ seat: ask.seat, question: ask.question, do: choice?.do });
      if (!answer.ok) throw new Error(await answer.text());
      view = await answer.json() as View;
      decisions += 1;
    }
    return decisions;
  }, id);
}

test('a match goes to its end, and the table shows the result', async () => {
  const visitor = await house.visitor();
  const id = await sitDown(visitor);
  expect(await playOut(visitor, id)).toBeGreaterThan(20);
  const panel = visitor.page.getByRole('region', { name: /wins|draw/i }).first();
  await panel.waitFor();
  await visitor.picture('result');
  await panel.getByRole('link', { name: 'Download the record' }).waitFor();
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

test('a record that was downloaded is uploaded by somebody else and watched', async () => {
  const visitor = await house.visitor();
  const id = await sitDown(visitor);
  await playOut(visitor, id);
  const record = await visitor.page.evaluate(async match => await (await fetch(`/api/matches/${match}/record`)).text(), id);
  await visitor.context.close();
  const file = join(tmpdir(), `sandtable-${process.pid}.json`);
  writeFileSync(file, record);

  const reader = await house.visitor();
  await reader.page.goto('/');
  await reader.page.locator('input[type="file"]').first().setInputFiles(file);
  await reader.page.waitForURL(/\/match\//);
  const look = reader.page.getByRole('button', { name: 'Watch it again' });
  await look.waitFor();
  await look.click();
  await expect.poll(() => new URL(reader.page.url()).searchParams.get('moment')).not.toBeNull();
  expect(await reader.turn()).toBe(1);
  await reader.page.getByRole('button', { name: 'Pause' }).click();
  const at = Number(new URL(reader.page.url()).searchParams.get('moment'));
  await reader.page.keyboard.press('.');
  await expect.poll(() => Number(new URL(reader.page.url()).searchParams.get('moment'))).toBe(at + 1);
  expect(reader.troubles).toEqual([]);
  await reader.context.close();
});
