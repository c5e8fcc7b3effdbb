import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { fingerprintTexts } from './fingerprint-texts.ts';
import type { Fingerprints, Texts } from './messages.ts';
import type { Runner } from './pool.ts';

/** Milliseconds of work after which timers, signals and rendering get a turn. */
const TURN = 50;

/** Does without workers. */
export class ThisThread implements Runner {
  readonly #fingerprinter: Fingerprinter;
  readonly #repeats: number;
  #began = performance.now();

  constructor(fingerprinter: Fingerprinter, repeats: number) {
    this.#fingerprinter = fingerprinter;
    this.#repeats = repeats;
  }

  async run(texts: Texts): Promise<Fingerprints> {
    const fingerprints = fingerprintTexts(this.#fingerprinter, texts, this.#repeats);
    if (performance.now() - this.#began >= TURN) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.#began = performance.now();
    }
    return fingerprints;
  }

  async end(): Promise<void> {}
}
