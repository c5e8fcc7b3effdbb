// Drops a generated corpus into the page and tells how long the thread of the page was held up meanwhile, how long it
// all took beside the command, and whether both wrote the same bytes: npm run web:measure -- [megabytes]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage, openChromium, servePage } from './web.mjs';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const megabytes = Number(process.argv[2] ?? 50);
const folder = mkdtempSync(join(tmpdir(), 'hammingbird-page-'));
const corpus = join(folder, 'corpus.jsonl');

/** Documents of a hundred words or so, of which every fourth is one before with a few words changed. */
function generate() {
  let state = 1;
  // Mulberry32, of Tommy Ettinger, in the public domain.
  const random = (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
  const word = () => `w${random(300) * random(300)}`;
  const recent = [];
  const lines = [];
  for (let size = 0, id = 0; size < megabytes * 1e6; id++) {
    const words =
      id % 4 === 3
        ? recent[random(recent.length)].map((one) => (random(40) === 0 ? word() : one))
        : Array.from({ length: 60 + random(90) }, word);
    recent[id % 1000] = words;
    lines.push(JSON.stringify({ id, text: words.join(' ') }));
    size += lines.at(-1).length + 1;
  }
  writeFileSync(corpus, `${lines.join('\n')}\n`);
}

/** In the page: what holds its thread up, as the browser tells it and as a heartbeat feels it. */
function watch() {
  const seen = { longTasks: [], lateBeats: 0, worstBeat: 0, beats: 0 };
  new PerformanceObserver((list) => seen.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    seen.beats++;
    seen.worstBeat = Math.max(seen.worstBeat, now - last - 10);
    if (now - last - 10 > 50) seen.lateBeats++;
    last = now;
  }, 10);
  globalThis.seen = seen;
}

async function downloaded(page, which) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#download-${which}`)]);
  return readFileSync(await download.path());
}

try {
  generate();
  console.log(`corpus: ${(statSync(corpus).size / 1e6).toFixed(1)} MB`);
  let started = performance.now();
  const outputs = ['kept', 'removed'].map((name) => join(folder, name));
  execFileSync(process.execPath, [MAIN, 'dedupe', corpus, '-o', outputs[0], '--removed', outputs[1]], {
    stdio: 'ignore',
  });
  console.log(`command: ${((performance.now() - started) / 1000).toFixed(1)} s`);

  await buildPage();
  const site = await servePage();
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.goto(site.address);
  await page.evaluate(watch);
  started = performance.now();
  await page.setInputFiles('#files', corpus);
  await page.waitForSelector('.cards', { timeout: 600_000 });
  console.log(`page: ${((performance.now() - started) / 1000).toFixed(1)} s; ${await page.textContent('#run-status')}`);
  for (const [i, which] of ['kept', 'removed'].entries()) {
    const bytes = await downloaded(page, which);
    const isSame = bytes.equals(readFileSync(outputs[i]));
    console.log(
      `${which}: ${bytes.length} bytes, ${isSame ? 'the same as of the command' : 'NOT those of the command'}`,
    );
    if (!isSame) process.exitCode = 1;
  }
  const { longTasks, worstBeat, lateBeats, beats } = await page.evaluate(() => globalThis.seen);
  const longest = Math.max(0, ...longTasks);
  console.log(
    `thread of the page: ${longTasks.length} tasks over 50 ms, the longest ${longest.toFixed(0)} ms; of ${beats} heartbeats ` +
      `${lateBeats} came over 50 ms late, the latest ${worstBeat.toFixed(0)} ms`,
  );
  await browser.close();
  await site.close();
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();
