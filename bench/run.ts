import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TITLE as BROWSER_TITLE, inBrowser } from './browser.ts';
import { DEDUPE, DEDUPE_MILLION, deduping } from './dedupe.ts';
import { TITLE as FINGERPRINT_TITLE, fingerprinting } from './fingerprint.ts';
import { TITLE as INDEX_TITLE, search } from './index.ts';
import { NAMED, OPTIONS } from './options.ts';
import { TITLE as DEDUPE_PEERS_TITLE, dedupeAgainstPeers } from './peers/dedupe-peers.ts';
import { TITLE as FINGERPRINT_PEERS_TITLE, fingerprintsAgainstPeers } from './peers/fingerprint-peers.ts';
import { MILLION, searchAgainstPeers, TEN_MILLION } from './peers/index-peers.ts';
import { TITLE as PLAN_TITLE, planning } from './plan.ts';
import { markdown, type Section, updateFile } from './report.ts';
import { TITLE as SEGMENTERS_TITLE, segmenting } from './segmenters.ts';
import { TITLE as SERVICE_TITLE, serving } from './service.ts';
import { TITLE as START_TITLE, starting } from './start.ts';
import { TITLE as STORES_TITLE, storing } from './stores.ts';
import { TITLE as WORKERS_TITLE, workers } from './workers.ts';

interface Topic {
  readonly title: string;
  readonly measure: () => Section | Promise<Section>;
  /** Only if it is named: it takes many minutes. */
  readonly isLong?: true;
}

const TOPICS = new Map<string, Topic>([
  ['fingerprint', { title: FINGERPRINT_TITLE, measure: fingerprinting }],
  ['segmenters', { title: SEGMENTERS_TITLE, measure: segmenting }],
  ['index', { title: INDEX_TITLE, measure: search }],
  ['plan', { title: PLAN_TITLE, measure: planning }],
  ['workers', { title: WORKERS_TITLE, measure: workers }],
  ['start', { title: START_TITLE, measure: starting }],
  ['browser', { title: BROWSER_TITLE, measure: inBrowser }],
  ['dedupe', { title: DEDUPE.title, measure: () => deduping(DEDUPE) }],
  ['dedupe-million', { title: DEDUPE_MILLION.title, measure: () => deduping(DEDUPE_MILLION), isLong: true }],
  ['stores', { title: STORES_TITLE, measure: storing, isLong: true }],
  ['service', { title: SERVICE_TITLE, measure: serving, isLong: true }],
  ['peers-fingerprint', { title: FINGERPRINT_PEERS_TITLE, measure: fingerprintsAgainstPeers }],
  ['peers-index', { title: MILLION.title, measure: () => searchAgainstPeers(MILLION) }],
  ['peers-index-large', { title: TEN_MILLION.title, measure: () => searchAgainstPeers(TEN_MILLION), isLong: true }],
  ['peers-dedupe', { title: DEDUPE_PEERS_TITLE, measure: dedupeAgainstPeers }],
]);

// Compiled, this file stands in build/bench.
const CHECK = fileURLToPath(new URL('./check.js', import.meta.url));
const FILE = new URL('../../docs/benchmarks.md', import.meta.url);

const short = [...TOPICS.keys()].filter((name) => !TOPICS.get(name)!.isLong);
const wanted = NAMED.length > 0 ? NAMED : short;
const unknown = wanted.filter((name) => !TOPICS.has(name));
if (unknown.length > 0) {
  console.error(`There is no topic ${unknown.join(', ')}; there are ${[...TOPICS.keys()].join(', ')}.`);
  process.exit(2);
}

try {
  for (const name of wanted) {
    execFileSync(process.execPath, [CHECK, name], { stdio: 'inherit' });
    const section = await TOPICS.get(name)!.measure();
    console.log(markdown(section));
    write(section);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

function write(section: Section): void {
  // What was measured on a file or a server of one's own is nobody else's, and a size of one's own is for tries.
  if (OPTIONS.corpus !== undefined || OPTIONS.size !== undefined || OPTIONS.store !== undefined) return;
  // It would replace what was measured where more could be.
  if (section.missing) {
    console.error(`docs/benchmarks.md keeps its section «${section.title}» as it is: ${section.missing}\n`);
    return;
  }
  updateFile(
    FILE,
    section,
    [...TOPICS.values()].map(({ title }) => title),
  );
}
