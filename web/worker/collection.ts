import type { Reject } from '../../src/io/corpus.ts';
import type { Found } from '../../src/io/records.ts';
import type { Source } from '../../src/io/source.ts';

/** A document as it is read: its number, counted from 0 over all files, and its text. */
export interface ReadDocument {
  readonly number: number;
  readonly text: string | Uint8Array;
}

/** The documents of some sources in one numbering: where each is, not its text, which is read again. */
export class Collection {
  readonly ids: (string | number)[] = [];
  /** Lines, records and files that are no documents. */
  readonly rejects: Reject[] = [];
  readonly #sources: Source[] = [];
  /** The number of each source's first document. */
  readonly #firsts: number[] = [];

  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** The documents that are added from now on are those of this source. */
  begin<S extends Source>(source: S): S {
    this.#sources.push(source);
    this.#firsts.push(this.ids.length);
    return source;
  }

  add({ id, text }: Found): ReadDocument {
    return { number: this.ids.push(id) - 1, text };
  }

  reject(place: string, reason: string): void {
    this.rejects.push({ place, reason });
  }

  text(number: number): string | Uint8Array {
    const { source, index } = this.locate(number);
    return source.text(index);
  }

  /** A document as a line of JSONL, without newline. */
  record(number: number): Buffer | Promise<Buffer> {
    const { source, index } = this.locate(number);
    return source.json(index, this.ids[number]!);
  }

  /** The source of a document, and its number there. */
  locate(number: number): { readonly source: Source; readonly index: number } {
    const at = this.#firsts.findLastIndex((first) => first <= number);
    return { source: this.#sources[at]!, index: number - this.#firsts[at]! };
  }
}
