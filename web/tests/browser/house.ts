/** A server of its own and a browser, for one file of tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

/** Pictures of a test run, kept beside the tests and out of the repository. */
export const PICTURES = join(import.meta.dirname, '../pictures');

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A running `sandtable serve` that can be killed and started again on the same port and data. */
export class House {
  private process: ChildProcess | undefined;
  private address = '';
  private readonly folder = mkdtempSync(join(tmpdir(), 'sandtable-'));

  private constructor(readonly browser: Browser) {}

  static async open(): Promise<House> {
    mkdirSync(PICTURES, { recursive: true });
    const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
    const house = new House(await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] }));
    await house.start('127.0.0.1:0');
    return house;
  }

  get url(): string {
    return this.address;
  }

  /** Starts the server; resolves once it says where it is. */
  async start(listen = this.address.replace('http://', '')): Promise<void> {
    const program = process.env['SANDTABLE'] ?? join(import.meta.dirname, '../../../target/debug/sandtable');
    const child = spawn(program, ['serve', '--listen', listen, '--data', join(this.folder, 'test.db'), '--bot-pause', '20'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, RUST_LOG: 'warn' },
    });
    this.process = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const listenTo = (chunk: Buffer): void => {
        said += chunk.toString();
        const found = /Sandtable is at (http:\/\/[\d.:]+)/.exec(said);
        if (found) {
          this.address = found[1]!;
          resolve();
        }
      };
      child.stdout.on('data', listenTo);
      child.stderr.on('data', (chunk: Buffer) => { said += chunk.toString(); });
      child.once('error', reject);
      child.once('exit', code => reject(new Error(`the server ended with ${code}:\n${said}`)));
    });
  }

  /** Ends the server at once, as a failing machine would. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child) return;
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** A visitor who has never been here. */
  async visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await this.browser.newContext({ viewport: DESK, reducedMotion: 'reduce', baseURL: this.url, ...options });
    return new Visitor(context, await context.newPage());
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Target { kind: 'piece' | 'space' | 'group' | 'card' | 'button'; key: string }
interface Offer { target: Target; label: string; actor: string | null; closing: boolean; sealing: boolean }
export interface Asked { seat: number; question: number; prompt: { ask: string }; menu: { do: unknown; offer: Offer }[]; canUndo: boolean }

/** Somebody in front of a browser: the page, and every frame that its sockets were sent. */
export class Visitor {
  readonly frames: string[] = [];
  readonly troubles: string[] = [];

  constructor(readonly context: BrowserContext, readonly page: Page) {
    page.on('websocket', socket => socket.on('framereceived', ({ payload }) => this.frames.push(String(payload))));
    page.on('pageerror', error => this.troubles.push(error.message));
  }

  /** A picture of the page, once its typefaces are there. */
  async picture(name: string): Promise<void> {
    await this.page.waitForLoadState('networkidle').catch(() => undefined);
    await this.page.evaluate(async () => { await document.fonts.ready; });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  /** What the server asked last, as the page was told. */
  asked(): Asked | null {
    for (const frame of this.frames.toReversed()) {
      const said = JSON.parse(frame) as { type: string; view?: { asks: Asked[] }; news?: { asks: Asked[] } };
      const asks = said.view?.asks ?? said.news?.asks;
      if (asks) return asks[0] ?? null;
    }
    return null;
  }

  /** The turn that the top bar shows. */
  async turn(): Promise<number> {
    return Number(await this.page.locator('header .turn strong').first().textContent());
  }

  /** Waits until the page asks this visitor something that was not asked before: questions are counted by seat. What the page passes by itself is not waited for. */
  async waitForAsk(after: Asked | number = -1): Promise<Asked> {
    const until = Date.now() + 60_000;
    const isNew = ({ seat, question }: Asked): boolean => (typeof after === 'number' ? question > after : seat !== after.seat || question > after.question);
    while (Date.now() < until) {
      const asked = this.asked();
      if (asked && isNew(asked) && (await this.shows(asked))) return asked;
      await this.page.waitForTimeout(50);
    }
    throw new Error(`nothing new was asked; the prompt says: ${await this.page.locator('.prompt').textContent()}`);
  }

  /** Whether the page puts a question and leaves the answer to its reader. Words alone do not tell: it may still show one before it that was put in the same words. */
  private async shows({ seat, question, prompt }: Asked): Promise<boolean> {
    return await this.page.evaluate(({ name, words }) => {
      const shown = document.querySelector(`.prompt[data-question="${name}"]`);
      return shown?.querySelector('.ask')?.textContent.includes(words) === true && shown.querySelector('.running') === null;
    }, { name: `${seat}/${question}`, words: prompt.ask });
  }

  /** The middle of something that is drawn, once it stands still: maps glide, and a prompt that grows moves them. */
  async middle(selector: string): Promise<[number, number]> {
    const drawn = this.page.locator(selector).first();
    await drawn.waitFor({ state: 'attached' });
    let before = await drawn.boundingBox();
    for (let looks = 0; looks < 200; looks++) {
      await this.page.waitForTimeout(50);
      const box = await drawn.boundingBox();
      if (box && JSON.stringify(box) === JSON.stringify(before)) return [box.x + box.width / 2, box.y + box.height / 2];
      before = box;
    }
    throw new Error(before ? `${selector} does not come to rest` : `${selector} is not drawn`);
  }

  /** Answers the question by clicking what a person would click: counter, hex or button. */
  async answer(asked: Asked): Promise<void> {
    const wanted = asked.menu.find(({ offer }) => !offer.closing && offer.target.kind !== 'button' && !asked.prompt.ask.startsWith('Set speeds'))
      ?? asked.menu.find(({ offer }) => offer.closing) ?? asked.menu[0]!;
    const { target, label, sealing } = wanted.offer;
    if (target.kind === 'button') {
      await this.page.locator('.prompt .btn', { hasText: label }).first().click();
      const sure = this.page.locator('.prompt .btn.primary', { hasText: label });
      if (sealing) await sure.click();
      return await this.settle(asked, label, null);
    }
    const drawn = await this.drawnAs(target);
    await this.clickOn(drawn);
    await this.settle(asked, label, drawn);
  }

  /** Where a target is drawn: on the map, in the battle line or the list of forces if it lies in a stack, or where an area has its cost. */
  private async drawnAs({ kind, key }: Target): Promise<string> {
    const places = kind === 'piece' ? [`.window [data-piece="${key}"]`, `[data-line="${key}"]`, `[data-ship="${key}"]`]
      : kind === 'group' ? [`.window [data-group="${key}"]`] : [`[data-mark="${key}"]`, `[data-legal="${key}"]`];
    for (const place of places) if (await this.page.locator(place).first().isVisible()) return place;
    return places[0]!;
  }

  /** A click in the middle of something that is drawn, wherever it is on the screen. */
  private async clickOn(selector: string): Promise<void> {
    await this.page.mouse.click(...await this.middle(selector));
  }

  /** Where a click left several choices, spread out a stack or asks to be sure, goes on to what was meant. */
  private async settle(asked: Asked, label: string, drawn: string | null): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const now = this.asked();
      if (!now || now.seat !== asked.seat || now.question !== asked.question) return;
      const listed = this.page.locator('.choices button').first();
      const primary = this.page.locator('.prompt .btn.primary', { hasText: label });
      if (await listed.count()) await listed.click({ timeout: 1000 }).catch(() => undefined);
      else if (tries > 5 && (await primary.count())) await primary.first().click({ timeout: 1000 }).catch(() => undefined);
      else if (tries % 10 === 9 && drawn) await this.clickOn(drawn);
      await this.page.waitForTimeout(100);
    }
    throw new Error(`clicking ${label} had no effect`);
  }
}
