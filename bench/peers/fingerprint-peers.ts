import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fingerprinter } from '../../src/index.ts';
import { mfonda, oneEng, type Preset, rustSimhash } from '../../src/presets/index.ts';
import { englishTexts } from '../data.ts';
import { medians } from '../measure.ts';
import { number, ratio, type Section, table } from '../report.ts';
import { missingSentence, native, type Peer, python, reasonMissing, runInTurns, SET_UP } from './driver.ts';

const TEXTS = 500;
const TEXT_BYTES = 2048;
/** Peers are so slow that fewer have to do. */
const FEW_TEXTS = 25;
const PROGRAM_TEXTS = 100;
const ROUNDS = 3;

/** Each with our preset that makes the same fingerprints. */
const PROGRAMS: readonly (Peer & { readonly preset: Preset })[] = [
  { name: 'Rust `simhash` 0.3', setup: 'simhash-rs', command: native('simhash-rs'), preset: rustSimhash },
  { name: 'Go `mfonda/simhash`', setup: 'mfonda', command: native('mfonda'), preset: mfonda() },
  { name: 'Python `simhash` 2.1', setup: 'simhash-python', command: python('simhash_texts.py'), preset: oneEng },
];

const NPM: Peer = { name: '`simhash@0.1.0`', setup: 'simhash-npm', command: [] };

/** The npm package takes tokens, and returns an array of bits. */
type SimhashOfTokens = (tokens: readonly string[]) => number[];

export const TITLE = 'Fingerprinting against peers';

export function fingerprintsAgainstPeers(): Section {
  const texts = englishTexts(TEXTS, TEXT_BYTES);
  const own = new Fingerprinter({ recipe: 'words-bigrams' });
  const ownWords = new Fingerprinter({ recipe: 'words' });
  const times = medians({
    words: () => readAll(texts, (text) => ownWords.fingerprint(text)),
    own: () => readAll(texts, (text) => own.fingerprint(text)),
    ...npmTasks(texts.slice(0, FEW_TEXTS)),
  } as Record<string, () => void>);
  const { words, own: defaults, ...npm } = times as { words: number; own: number };
  const [wordSpeed, ownSpeed] = [speedOf(words, TEXTS), speedOf(defaults, TEXTS)];
  const row = (name: string, speed: number, preset: string) => [
    name,
    number(speed),
    ratio(wordSpeed, speed),
    ratio(ownSpeed, speed),
    preset,
  ];
  const { rows, faults } = programRows(texts.slice(0, PROGRAM_TEXTS), row);
  return {
    title: TITLE,
    body: [
      `English texts of ${TEXT_BYTES} bytes, in MB/s; × is how many times as fast hammingbird is by its recipes ` +
        '`words` and `words-bigrams`. The npm package gets tokens of `text.toLowerCase().match(/\\w+/g)`, and makes 32 bits ' +
        'with CRC-32 or 128 with MD5. The last column is how fast our preset makes the same fingerprints as the peer.',
      table(
        ['', 'MB/s', '× `words`', '× `words-bigrams`', 'our preset, MB/s'],
        [
          row('hammingbird, `words`', wordSpeed, '–'),
          row('hammingbird, `words-bigrams`', ownSpeed, '–'),
          ...Object.entries<number>(npm).map(([name, time]) => row(name, speedOf(time, FEW_TEXTS), '–')),
          ...rows,
        ],
      ),
      faults,
      missingSentence([NPM, ...PROGRAMS]),
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

/** Megabytes a second. */
function speedOf(milliseconds: number, texts: number): number {
  return (texts * TEXT_BYTES) / milliseconds / 1000;
}

function npmTasks(texts: readonly string[]): Record<string, () => void> {
  if (reasonMissing(NPM)) return {};
  const simhash = createRequire(`${SET_UP}/npm/`)('simhash') as (algorithm?: string) => SimhashOfTokens;
  const [crc32, md5] = [simhash(), simhash('md5')];
  return {
    [`${NPM.name}, words`]: () => readAll(texts, (text) => crc32(wordsOf(text))),
    [`${NPM.name}, words, MD5`]: () => readAll(texts, (text) => md5(wordsOf(text))),
    [`${NPM.name}, words and pairs`]: () => readAll(texts, (text) => crc32(wordsAndPairsOf(text))),
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}

function wordsAndPairsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.concat(words.slice(1).map((word, i) => `${words[i]} ${word}`));
}

function programRows(
  texts: readonly string[],
  row: (name: string, speed: number, preset: string) => string[],
): { rows: string[][]; faults: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hammingbird-bench-'));
  const file = join(folder, 'texts');
  writeFileSync(file, texts.map((text) => `${text}\0`).join(''));
  const present = PROGRAMS.filter((peer) => !reasonMissing(peer));
  const { results, failures } = runInTurns(present, () => [file], ROUNDS);
  rmSync(folder, { recursive: true });
  const presets = medians(
    Object.fromEntries(
      present.map(({ name, preset }) => [name, () => readAll(texts.slice(0, FEW_TEXTS), preset.fingerprint)]),
    ),
  );
  const wrong = [...results]
    .filter(([{ preset }, result]) => result.get('fingerprints')!.sum !== String(exclusiveOr(texts, preset)))
    .map(([{ name }]) => `**Wrong**: ${name} and our preset disagree.`);
  return {
    rows: [...results].map(([{ name }, result]) => {
      const speed = speedOf(result.get('fingerprints')!.ms, texts.length);
      return row(name, speed, number(speedOf(presets[name]!, FEW_TEXTS)));
    }),
    faults: [...wrong, ...[...failures].map(([{ name }, message]) => `**Failed**: ${name} (${message}).`)].join(' '),
  };
}

function exclusiveOr(texts: readonly string[], preset: Preset): bigint {
  return texts.reduce((all, text) => all ^ preset.fingerprint(text), 0n);
}

function readAll(texts: readonly string[], fingerprint: (text: string) => unknown): void {
  for (const text of texts) fingerprint(text);
}
