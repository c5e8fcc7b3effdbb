// What --contain finds: `npm run bench:contain -- --texts FILE.jsonl`. Cuts the texts into documents of 5,000 words,
// takes passages out of them, edits these, and looks for them. Prints the table of docs/quality.md, and puts it there.
import { Command } from 'commander';
import { Containment } from '../src/dedupe/containment/containment.ts';
import { DEDUPE_RECIPE } from '../src/dedupe/defaults.ts';
import { Fingerprinter } from '../src/fingerprint/fingerprinter.ts';
import { updateFile } from './quality/report.ts';
import { below, type Random, seeded } from './random.ts';
import { table } from './report.ts';
import { textsOf } from './texts-of.ts';

// Compiled, this file stands in build/bench.
const FILE = new URL('../../docs/quality.md', import.meta.url);

const DOCUMENT_WORDS = 5000;
const DOCUMENTS = 300;
const PASSAGES = 1000;
const LENGTHS = [10, 20, 50, 200, 1000];
const SHARES = [0.95, 0.9, 0.8, 0.7, 0.5];
/** Up to so many of 1000 words are edited. */
const MOST_EDITS = 250;

const { texts: file } = new Command('npm run bench:contain --')
  .description('Measures what --contain finds, for docs/quality.md.')
  .requiredOption('--texts <file>', 'JSONL of long texts')
  .parse()
  .opts<{ texts: string }>();

const words = textsOf(file).flatMap((text) => text.split(/\s+/));
const documents = Array.from({ length: Math.min(DOCUMENTS, Math.floor(words.length / DOCUMENT_WORDS)) }, (_, i) =>
  words.slice(i * DOCUMENT_WORDS, (i + 1) * DOCUMENT_WORDS),
);
const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
const random = seeded(5);
const rows = LENGTHS.map((length) => [String(length), ...recalls(length)]);
const body = [
  `${documents.length} documents of ${DOCUMENT_WORDS} words, ${PASSAGES} passages of each length out of them, of whose words up to a quarter ` +
    'were replaced, removed, or had another put before them. How many of the passages that are still contained in their ' +
    'document are found there. All that is found is right, as it is verified.',
  table(['words', ...SHARES.map((share) => `--contain ${share}`)], rows),
].join('\n\n');
console.log(body);
updateFile(FILE, body, 'bench/containment.ts');

/** For each share the recall of passages of a length. */
function recalls(length: number): string[] {
  const sources = Array.from({ length: PASSAGES }, () => below(random, documents.length));
  const texts = documents.map((document) => document.join(' '));
  for (const source of sources) texts.push(edited(passageOf(documents[source]!, length), random));
  const pairs = sources.map((outer, i) => ({ inner: documents.length + i, outer }));
  const values = pairs.map(({ inner, outer }) => containmentOf(texts[inner]!, texts[outer]!));
  return SHARES.map((share) => {
    const found = new Set(find(texts, share));
    const wanted = pairs.filter((_, i) => values[i]! >= share);
    const recall = wanted.filter(({ inner, outer }) => found.has(keyOf(inner, outer))).length / wanted.length;
    return `${recall === 1 ? '1' : recall.toFixed(3)} of ${wanted.length.toLocaleString('en')}`;
  });
}

function passageOf(document: readonly string[], length: number): string[] {
  const start = below(random, DOCUMENT_WORDS - length);
  return document.slice(start, start + length);
}

function edited(passage: readonly string[], random: Random): string {
  const share = below(random, MOST_EDITS);
  const other = () => words[below(random, words.length)]!;
  return passage
    .flatMap((word) => {
      if (below(random, 1000) >= share) return [word];
      return [[other()], [], [other(), word]][below(random, 3)]!;
    })
    .join(' ');
}

function containmentOf(inner: string, outer: string): number {
  const [setOfInner, setOfOuter] = [fingerprinter.passageSet(inner), fingerprinter.passageSet(outer)];
  const value = setOfInner.containment(setOfOuter);
  setOfInner.dispose();
  setOfOuter.dispose();
  return value;
}

function find(texts: readonly string[], share: number): number[] {
  const finder = new Containment({ fingerprinter, share, textOf: (document) => texts[document]! });
  for (const [document, text] of texts.entries()) finder.add(document, text);
  for (let place = 0; place < finder.length; place++) finder.compare(place);
  finder.dispose();
  const { containers } = finder;
  return containers.inners().flatMap((inner) => containers.of(inner).map(({ outer }) => keyOf(inner, outer)));
}

function keyOf(inner: number, outer: number): number {
  return inner * DOCUMENTS + outer;
}
