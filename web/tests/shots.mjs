// Pictures of pages at both sizes, light and dark, for looking at: node tests/shots.mjs BASE OUT [PATH=NAME…]
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [base = 'http://127.0.0.1:8080', out = 'tests/shots', ...wanted] = process.argv.slice(2);
const pages = wanted.length > 0 ? wanted.map(one => one.split('=')) : [
  ['/', 'home'], ['/games/dreadnoughts', 'game'], ['/new', 'new'], ['/lobby', 'lobby'], ['/join/o2', 'join'],
  ['/games/dreadnoughts/rules#6.7', 'rules'], ['/match/m5/review', 'review'], ['/match/f1/review', 'review-working'], ['/account', 'account'], ['/nowhere', 'not-found'],
  ...['set-up', 'auction', 'turn', 'at-sea', 'on-land', 'asking', 'helper', 'end-of-war', 'result', 'two'].map((name, index) => [`/match/s${index + 1}`, `struggle-${name}`]),
  ...['assault', 'defensive-fire', 'fire', 'movement', 'landing', 'losses', 'retreat', 'result', 'march'].map((name, index) => [`/match/l${index + 1}`, `land-${name}`]),
  ...['placing', 'action', 'formation', 'moving', 'facing', 'melee', 'cards', 'fire', 'interrupt', 'step-in', 'muster', 'deployment', 'ground', 'epic', 'result', 'told'].map((name, index) => [`/match/b${index + 1}`, `battle-${name}`]),
];
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of (process.env.SCHEMES ?? 'light,dark').split(',')) {
    const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 1 });
    if (process.env.FAKE) await context.addCookies([{ name: 'fake', value: process.env.FAKE, url: base }]);
    for (const [path, name] of pages) {
      const page = await context.newPage();
      page.on('console', message => { if (message.type() === 'error' || message.type() === 'warning') console.log(name, size, message.text()); });
      page.on('pageerror', error => console.log(name, size, error.message));
      await page.goto(base + path);
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${out}/${name}-${size}-${colorScheme}.png`, fullPage: process.env.FULL === '1' });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
