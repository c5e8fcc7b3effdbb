// The main job, twice: the example news, and the licences and readmes of this project's own dependencies.
// Each time the command does the work; this script only shows what it wrote.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fingerprinter } from 'hammingbird';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'dist/cli/main.js');
const SHOWN_GROUPS = 10;
const SHOWN_REMOVED = 4;
const fingerprinter = new Fingerprinter();

const news = 'examples/news.jsonl';
show('The example news', `hammingbird dedupe ${news}`, dedupe(news));

const papers = 'node_modules/**/{LICENSE,LICENCE,README}*';
show('Licences and readmes of the installed packages', `hammingbird dedupe '${papers}'`, dedupe(papers));

/** Runs the command and returns what it says, which records it kept, and which it removed for which. */
function dedupe(input) {
  const folder = mkdtempSync(join(tmpdir(), 'hammingbird-demo-'));
  try {
    const [kept, removed] = [join(folder, 'kept.jsonl'), join(folder, 'removed.jsonl')];
    const args = [COMMAND, 'dedupe', input, '--output', kept, '--removed', removed];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return { kept: readRecords(kept), removed: readRecords(removed), summary: stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readRecords(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function show(title, command, { kept, removed, summary }) {
  const groups = groupByKept(removed);
  console.log(`\n${title}\n${'='.repeat(title.length)}\n$ ${command}\n${summary}`);
  const largestFirst = [...groups].sort(([, a], [, b]) => b.length - a.length);
  for (const [id, members] of largestFirst.slice(0, SHOWN_GROUPS)) {
    const leader = kept.find((record) => record.id === id);
    console.log(`  keep  ${id}  ${excerpt(leader.text)}`);
    for (const member of members.slice(0, SHOWN_REMOVED)) {
      console.log(`  drop  ${member.id}`);
      console.log(`        because ${because(member, leader)}`);
    }
    if (members.length > SHOWN_REMOVED) console.log(`        and ${members.length - SHOWN_REMOVED} more like it`);
    console.log();
  }
  if (groups.size > SHOWN_GROUPS) console.log(`  … and ${groups.size - SHOWN_GROUPS} groups more`);
}

function groupByKept(removed) {
  const groups = new Map();
  for (const record of removed) groups.set(record.duplicate_of, [...(groups.get(record.duplicate_of) ?? []), record]);
  return groups;
}

function excerpt(text) {
  const line = text.trim().split('\n')[0];
  return line.length > 60 ? `“${line.slice(0, 59)}…”` : `“${line}”`;
}

/** The figures, and the words in which the two texts differ. */
function because({ text, similarity, distance }, leader) {
  if (text === leader.text) return 'it is the same text';
  // Rounded down, so that nothing is shown as more alike than it is.
  const figures = `${Math.floor(100 * similarity + 1e-9)} % of the features are shared (${distance} of 64 bits differ)`;
  const [here, there] = [onlyIn(text, leader.text), onlyIn(leader.text, text)];
  if (here.length + there.length === 0) return `${figures}; the words are the same`;
  return `${figures}; here: ${listed(here)}; kept: ${listed(there)}`;
}

/** The single words that occur more often in one text than in the other. */
function onlyIn(text, other) {
  const counts = new Map(fingerprinter.features(other).map(({ feature, count }) => [feature, count]));
  return fingerprinter
    .features(text)
    .filter(({ feature, count }) => !feature.includes(' ') && count > (counts.get(feature) ?? 0))
    .map(({ feature }) => feature);
}

function listed(words) {
  if (words.length === 0) return 'nothing more';
  return words.slice(0, 6).join(', ') + (words.length > 6 ? ` and ${words.length - 6} more` : '');
}
