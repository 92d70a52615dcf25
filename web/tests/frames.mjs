// How smoothly the map moves with two hundred counters on it: node tests/frames.mjs, after npm run build.
// Another table of the stand-in server can be named: node tests/frames.mjs l4 is the land campaign.
//
// A browser pans and zooms the map for some seconds. What is printed is the time between frames, and what the page costs its main
// thread: script, style, layout, painting and layers together, in the time of that thread alone, so that neither a busy machine
// nor one without a graphics card is taken for a slow page.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const port = 8199;
const match = process.argv[2] ?? 'c1';
const server = spawn('node', [fileURLToPath(new URL('fake-server.mjs', import.meta.url)), String(port)], { stdio: 'ignore' });
await new Promise(resolve => setTimeout(resolve, 1000));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Marks in the trace what happens to the map. */
function mark() {
  const sheet = document.querySelector('.sheet');
  const scale = () => new DOMMatrix(sheet.style.transform).a;
  const detail = k => [0.45, 0.7, 1.05].filter(step => k >= step).length;
  let last = scale();
  new MutationObserver(() => {
    const [before, now] = [last, scale()];
    last = now;
    performance.mark(sheet.style.willChange === '' ? 'resting' : now === before ? 'panning' : detail(now) === detail(before) ? 'zooming' : 'crossing');
  }).observe(sheet, { attributes: true });
}

/** Zooms in and out over every level of detail, a step with each frame; what lies between the frames, in milliseconds. */
function zoom() {
  const map = document.querySelector('.window');
  const between = [];
  let before = performance.now();
  return new Promise(done => {
    const step = now => {
      between.push(now - before);
      before = now;
      map.dispatchEvent(new WheelEvent('wheel', { deltaY: between.length % 60 < 30 ? -40 : 40, clientX: 500, clientY: 450, bubbles: true, cancelable: true }));
      if (between.length < 120) requestAnimationFrame(step);
      else done(between);
    };
    requestAnimationFrame(step);
  });
}

/** What the tasks of the page's main thread cost that have a mark in them, in milliseconds; a task counts for its last kind of mark. */
function costs({ traceEvents }, marks) {
  const marked = traceEvents.filter(({ cat, name }) => cat.includes('blink.user_timing') && marks.includes(name));
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && marked.some(one => one.pid === pid && one.tid === tid));
  const spent = Object.fromEntries(marks.map(name => [name, []]));
  for (const { ts, dur, tdur } of tasks) {
    const within = marked.filter(one => one.ts >= ts && one.ts < ts + dur);
    const kind = marks.findLast(mark => within.some(({ name }) => name === mark));
    if (kind) spent[kind].push(tdur / 1000);
  }
  return spent;
}

const at = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]?.toFixed(1);

try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${port}/match/${match}`);
  await page.waitForFunction(wanted => document.querySelectorAll('[data-piece], [data-group]').length >= (wanted === 'c1' ? 200 : 1), match, { timeout: 20_000 });
  await page.mouse.move(500, 450);
  await page.waitForTimeout(1000);
  await page.evaluate(mark);
  await browser.startTracing(page, { categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline'] });
  await page.mouse.down();
  for (let step = 0; step < 180; step++) await page.mouse.move(500 + 160 * Math.sin(step / 15), 450 + 90 * Math.cos(step / 15));
  await page.mouse.up();
  const between = await page.evaluate(zoom);
  // Once more, with rests between.
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, step < 20 || step >= 50 ? -60 : 60);
    if (step % 5 === 4) await page.waitForTimeout(500);
  }
  const spent = costs(JSON.parse((await browser.stopTracing()).toString()), ['panning', 'zooming', 'crossing', 'resting']);
  console.log(`${match === 'c1' ? '200 counters' : match}, zooming: ${at(between, 0.5)} ms between frames, 95 of 100 within ${at(between, 0.95)} ms`);
  console.log('what a frame costs the main thread, of 16.7 ms:');
  const say = (what, name) => {
    const all = spent[name];
    console.log(`  ${what.padEnd(34)} ${all.length === 0 ? 'none' : `${at(all, 0.5)} median, ${at(all, 0.95)} for 95 of 100, ${at(all, 1)} at worst (${all.length} frames)`}`);
  };
  say('a step of panning', 'panning');
  say('a step of zooming', 'zooming');
  say('a step past a level of detail', 'crossing');
  say('drawn sharp, once at rest', 'resting');
} finally {
  await browser.close();
  server.kill();
}
