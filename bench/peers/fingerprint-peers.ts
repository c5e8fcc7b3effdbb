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
    ...npmTasks(texts),
  } as Record<string, () => void>);
  const speedOf = (milliseconds: number) => (TEXTS * TEXT_BYTES) / milliseconds / 1000;
  const row = (name: string, milliseconds: number, preset: string) => [
    name,
    number(speedOf(milliseconds)),
    ratio(milliseconds, times.words!),
    ratio(milliseconds, times.own!),
    preset,
  ];
  const { rows, faults } = programRows(texts, (name, milliseconds, presetMilliseconds) =>
    row(name, milliseconds, number(speedOf(presetMilliseconds))),
  );
  const { words, own: defaults, ...npm } = times;
  return {
    title: TITLE,
    body: [
      `${TEXTS} English texts of ${TEXT_BYTES} bytes, in MB/s; × is how many times as fast hammingbird is by its recipes ` +
        '`words` and `words-bigrams`. The npm package gets tokens of `text.toLowerCase().match(/\\w+/g)`, and makes 32 bits ' +
        'with CRC-32 or 128 with MD5. The last column is how fast our preset makes the same fingerprints as the peer.',
      table(
        ['', 'MB/s', '× `words`', '× `words-bigrams`', 'our preset, MB/s'],
        [
          row('hammingbird, `words`', words!, '–'),
          row('hammingbird, `words-bigrams`', defaults!, '–'),
          ...Object.entries(npm).map(([name, milliseconds]) => row(name, milliseconds, '–')),
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
  row: (name: string, milliseconds: number, presetMilliseconds: number) => string[],
): { rows: string[][]; faults: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hammingbird-bench-'));
  const file = join(folder, 'texts');
  writeFileSync(file, texts.map((text) => `${text}\0`).join(''));
  const present = PROGRAMS.filter((peer) => !reasonMissing(peer));
  const { results, failures } = runInTurns(present, () => [file], ROUNDS);
  rmSync(folder, { recursive: true });
  const presets = medians(
    Object.fromEntries(present.map(({ name, preset }) => [name, () => readAll(texts, preset.fingerprint)])),
  );
  const wrong = [...results]
    .filter(([{ preset }, result]) => result.get('fingerprints')!.sum !== String(exclusiveOr(texts, preset)))
    .map(([{ name }]) => `**Wrong**: ${name} and our preset disagree.`);
  return {
    rows: [...results].map(([{ name }, result]) => row(name, result.get('fingerprints')!.ms, presets[name]!)),
    faults: [...wrong, ...[...failures].map(([{ name }, message]) => `**Failed**: ${name} (${message}).`)].join(' '),
  };
}

function exclusiveOr(texts: readonly string[], preset: Preset): bigint {
  return texts.reduce((all, text) => all ^ preset.fingerprint(text), 0n);
}

function readAll(texts: readonly string[], fingerprint: (text: string) => unknown): void {
  for (const text of texts) fingerprint(text);
}
