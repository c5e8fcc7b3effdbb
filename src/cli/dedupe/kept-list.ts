import { GrowingColumn } from '../../search/column.ts';

/** A document that is kept, to be stored. */
export interface Kept {
  readonly number: number;
  /** null without features. */
  readonly fingerprint: bigint | null;
}

/** Documents that are kept, in typed arrays: many would fill the heap. */
export class KeptList {
  readonly #numbers = new GrowingColumn(new Uint32Array(0));
  /** 0 of those without features; others may have it, too. */
  readonly #fingerprints = new GrowingColumn(new BigUint64Array(0));
  readonly #hasFeatures = new GrowingColumn(new Uint8Array(0));

  get length(): number {
    return this.#numbers.length;
  }

  push({ number, fingerprint }: Kept): void {
    this.#numbers.push(number);
    this.#fingerprints.push(fingerprint ?? 0n);
    this.#hasFeatures.push(fingerprint === null ? 0 : 1);
  }

  at(i: number): Kept {
    const fingerprint = this.#hasFeatures.at(i) === 1 ? this.#fingerprints.at(i) : null;
    return { number: this.#numbers.at(i), fingerprint };
  }
}
