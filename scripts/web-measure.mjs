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

/**
 * What the thread of the page did, task by task, in ms: how long each took, and how much of that was work, which is all that
 * the page can help; for the rest it waited for a processor. The tasks of what drives the page are among them.
 */
function tasksOf({ traceEvents }) {
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid}/${tid}`);
  const isOfPage = ({ pid, tid }) => threads.includes(`${pid}/${tid}`);
  // One that has not ended with the trace has no length.
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && event.dur !== undefined && isOfPage(event))
    .map(({ dur, tdur }) => ({ took: dur / 1000, work: (tdur ?? dur) / 1000 }));
}

/** In the page: what a heartbeat feels of its thread being held up. */
function watch() {
  const seen = { lateBeats: 0, worstBeat: 0, beats: 0 };
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
  await browser.startTracing(page, { categories: ['toplevel'] });
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
  const { worstBeat, lateBeats, beats } = await page.evaluate(() => globalThis.seen);
  const tasks = tasksOf(JSON.parse((await browser.stopTracing()).toString('utf8')));
  const most = (what) => tasks.reduce((longest, task) => Math.max(longest, task[what]), 0).toFixed(0);
  console.log(
    `thread of the page: of ${tasks.length} tasks ${tasks.filter(({ took }) => took > 50).length} took over 50 ms, the longest ` +
      `${most('took')} ms; the most work of one was ${most('work')} ms; of ${beats} heartbeats ${lateBeats} came over 50 ms late, ` +
      `the latest ${worstBeat.toFixed(0)} ms`,
  );
  await browser.close();
  await site.close();
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();
