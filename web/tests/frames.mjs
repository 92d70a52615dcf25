// How smoothly the map moves with two hundred counters on it: node tests/frames.mjs, after npm run build.
// Another table of the stand-in server can be named: node tests/frames.mjs l4 is the land campaign.
//
// A browser pans and zooms the map for some seconds. What is printed is the time between frames, and how much of it the page's
// own work takes (script, style, layout): without a graphics card painting is slow, and the page is not to blame for that.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const port = 8199;
const STEPS = 220;
const match = process.argv[2] ?? 'c1';
const server = spawn('node', [fileURLToPath(new URL('fake-server.mjs', import.meta.url)), String(port)], { stdio: 'ignore' });
await new Promise(resolve => setTimeout(resolve, 1000));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${port}/match/${match}`);
  await page.waitForFunction(wanted => document.querySelectorAll('[data-piece], [data-group]').length >= (wanted === 'c1' ? 200 : 1), match, { timeout: 20_000 });
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    const of = name => metrics.find(metric => metric.name === name)?.value ?? 0;
    return ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].map(name => 1000 * of(name));
  };
  await page.evaluate(() => {
    window.frames200 = [];
    let last = performance.now();
    const tick = now => { window.frames200.push(now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  });
  const before = await spent();
  await page.mouse.move(500, 450);
  await page.mouse.down();
  for (let step = 0; step < 180; step++) {
    await page.mouse.move(500 + 160 * Math.sin(step / 15), 450 + 90 * Math.cos(step / 15));
  }
  await page.mouse.up();
  for (let step = 0; step < 40; step++) await page.mouse.wheel(0, step < 20 ? -40 : 40);
  const frames = await page.evaluate(() => window.frames200.slice(2));
  const [script, style, layout] = (await spent()).map((total, index) => (total - before[index]) / STEPS);
  const sorted = frames.toSorted((a, b) => a - b);
  const at = share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  console.log(`${match === 'c1' ? '200 counters' : match}, ${frames.length} frames: ${at(0.5)} ms between frames, 95 of 100 within ${at(0.95)} ms`);
  const [work, ...parts] = [script + style + layout, script, style, layout].map(part => part.toFixed(2));
  console.log(`the page's own work for a movement: ${work} ms of 16.7 (script, style, layout: ${parts.join(', ')})`);
} finally {
  await browser.close();
  server.kill();
}
