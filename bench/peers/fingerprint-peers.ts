import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishTexts } from '../data.ts';
import { number, ratio, type Section, table } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { missingSentence, native, own, type Peer, python, type Runs, reasonMissing, runInTurns } from './driver.ts';
import { FINGERPRINT_RUNS } from './timing.ts';

const TEXTS = 200;
const TEXT_BYTES = 2048;
const ROUNDS = 3;

const javaScript = (maker: string) => own('javascript-fingerprint.js', maker);

const WORDS: Peer = { name: 'hammingbird, `words`', command: javaScript('words') };
const DEFAULT: Peer = { name: 'hammingbird, `words-bigrams`', command: javaScript('words-bigrams') };

const NPM: readonly Peer[] = [
  { name: '`simhash@0.1.0`, words', setup: 'simhash-npm', command: javaScript('npm-words') },
  { name: '`simhash@0.1.0`, words, MD5', setup: 'simhash-npm', command: javaScript('npm-words-md5') },
  { name: '`simhash@0.1.0`, words and pairs', setup: 'simhash-npm', command: javaScript('npm-words-pairs') },
];

/** Each with our preset that must make the same fingerprints. */
const WITH_PRESETS: readonly { readonly peer: Peer; readonly preset: Peer }[] = [
  {
    peer: { name: 'Rust `simhash` 0.3', setup: 'simhash-rs', command: native('simhash-rs') },
    preset: { name: 'hammingbird, preset `rust-simhash`', command: javaScript('rust-simhash') },
  },
  {
    peer: { name: 'Go `mfonda/simhash`', setup: 'mfonda', command: native('mfonda') },
    preset: { name: 'hammingbird, preset `mfonda`', command: javaScript('mfonda') },
  },
  {
    peer: { name: 'Python `simhash` 2.1', setup: 'simhash-python', command: python('simhash_texts.py') },
    preset: { name: 'hammingbird, preset `1e0ng`', command: javaScript('1e0ng') },
  },
];

const ALL: readonly Peer[] = [WORDS, DEFAULT, ...NPM, ...WITH_PRESETS.flatMap(({ peer, preset }) => [peer, preset])];

export const TITLE = 'Fingerprinting against peers';

export function fingerprintsAgainstPeers(): Section {
  using folder = temporaryFolder();
  const file = join(folder.path, 'texts');
  const texts = englishTexts(TEXTS, TEXT_BYTES);
  writeFileSync(file, texts.map((text) => `${text}\0`).join(''));
  const present = ALL.filter((peer) => !reasonMissing(peer));
  const runs = runInTurns(present, () => [file], ROUNDS);
  const timeOf = (peer: Peer) => runs.results.get(peer)!.get('fingerprints')!.ms;
  return {
    title: TITLE,
    body: [
      `${TEXTS} English texts of ${TEXT_BYTES} bytes, in MB/s of processor time; × is how many times as fast hammingbird is by ` +
        'its recipes `words` and `words-bigrams`. The npm package gets tokens of `text.toLowerCase().match(/\\w+/g)`, and makes ' +
        '32 bits with CRC-32 or 128 with MD5. Times are the median of the runs that begin within two seconds: of up to ' +
        `${number(FINGERPRINT_RUNS)} in JavaScript, hammingbird and the npm package, and of up to five in other languages.`,
      table(
        ['', 'MB/s', '× `words`', '× `words-bigrams`'],
        [...runs.results.keys()].map((peer) => [
          peer.name,
          number((TEXTS * TEXT_BYTES) / timeOf(peer) / 1000),
          ratio(timeOf(peer), timeOf(WORDS)),
          ratio(timeOf(peer), timeOf(DEFAULT)),
        ]),
      ),
      ...wrongSentences(runs),
    ].join('\n\n'),
    missing: missingSentence(ALL, [runs.failures]),
  };
}

function wrongSentences({ results }: Runs<Peer>): string[] {
  const sumOf = (peer: Peer) => results.get(peer)?.get('fingerprints')?.sum;
  const wrong = WITH_PRESETS.filter(({ peer, preset }) => results.has(peer) && sumOf(peer) !== sumOf(preset));
  return wrong.map(({ peer }) => `**Wrong**: ${peer.name} and our preset disagree.`);
}
