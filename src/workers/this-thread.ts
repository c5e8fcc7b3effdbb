import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { Turns } from '../turns.ts';
import { fingerprintTexts } from './fingerprint-texts.ts';
import type { Fingerprints, Texts } from './messages.ts';
import type { Runner } from './pool.ts';

/** Does without workers. */
export class ThisThread implements Runner {
  readonly #fingerprinter: Fingerprinter;
  readonly #repeats: number;
  readonly #turns = new Turns();

  constructor(fingerprinter: Fingerprinter, repeats: number) {
    this.#fingerprinter = fingerprinter;
    this.#repeats = repeats;
  }

  async run(texts: Texts): Promise<Fingerprints> {
    const fingerprints = fingerprintTexts(this.#fingerprinter, texts, this.#repeats);
    if (this.#turns.isOver) await this.#turns.give();
    return fingerprints;
  }

  async end(): Promise<void> {}
}
