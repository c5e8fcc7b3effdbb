import { InputError } from './errors.ts';
import type { Id } from './id.ts';
import { IdList } from './id-list.ts';
import { fieldNames } from './nested.ts';
import { type Found, type Lacks, lackedByBoth, lackedField, listed, type Names } from './records.ts';
import { RejectList } from './reject-list.ts';
import type { Source } from './source.ts';

/** A document as it is read: its number, counted from 0 over all inputs, and its text. */
export interface ReadDocument {
  readonly number: number;
  readonly text: string | Uint8Array;
}

/** The documents of some sources in one numbering: where each is, not its text, which `text` and `record` read again. */
export class Collection {
  readonly ids = new IdList();
  /** Lines, records and files that are no documents. */
  readonly rejects = new RejectList();
  readonly #sources: Source[] = [];
  /** The number of each source's first document. */
  readonly #firsts: number[] = [];
  #lacks: Names | undefined;

  /** What was read, as far as it has been. */
  protected get sources(): readonly Source[] {
    return this.#sources;
  }

  /** What the documents came from: of what was read, all that is not empty and was not passed over; all of it, if there are none. */
  get origins(): readonly Source[] {
    if (this.ids.length === 0) return this.#sources;
    return this.#sources.filter((_, i) => (this.#firsts[i + 1] ?? this.ids.length) > this.#firsts[i]!);
  }

  /** Fields of text that no document has; undefined before the first. */
  get lacks(): Names | undefined {
    return this.#lacks;
  }

  /** The text of a document, read again. */
  text(number: number): string | Uint8Array {
    const { source, index } = this.locate(number);
    return source.text(index);
  }

  /** A document as a line of JSONL, without newline: its record, or id and text where it has none. */
  record(number: number): Buffer | Promise<Buffer> {
    const { source, index } = this.locate(number);
    return source.json(index, this.ids.at(number));
  }

  /** The source of a document, and its number there. */
  locate(number: number): { readonly source: Source; readonly index: number } {
    let low = 0;
    for (let high = this.#firsts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.#firsts[middle]! <= number) low = middle;
      else high = middle;
    }
    return { source: this.#sources[low]!, index: number - this.#firsts[low]! };
  }

  /** The documents that are added from now on are those of this source. */
  protected begin<S extends Source>(source: S): S {
    this.#sources.push(source);
    this.#firsts.push(this.ids.length);
    return source;
  }

  protected add({ id, text, lacks }: Found): ReadDocument {
    this.addIds([id], lacks);
    return { number: this.ids.length - 1, text };
  }

  /** @param lacks fields of text that none of them has */
  protected addIds(ids: readonly Id[], lacks?: Lacks): void {
    if (ids.length > 0) this.#lacks = lackedByBoth(this.#lacks, lacks);
    const isFirst = this.ids.length === this.#firsts.at(-1) && ids.length > 0;
    for (const id of ids) this.ids.push(id);
    if (isFirst) this.foundOrigin();
  }

  /**
   * Throws if there is a field of text that no document has.
   *
   * @param where for the message, such as ` of corpus.jsonl`
   * @param before other documents, which may have it
   */
  protected async checkFields(where = '', before?: Collection): Promise<void> {
    if (this.#lacks === undefined) return;
    const [name] = lackedByBoth(before?.lacks, () => this.#lacks!);
    if (name === undefined) return;
    const first = JSON.parse(String(await this.record(0)));
    throw new InputError(lackedField(name, where, ` (in the first ${listed(fieldNames(first))})`));
  }

  /** The source that was begun last turns out to have documents. */
  protected foundOrigin(): void {}

  /** @param path the file in which it is, if it is not a file itself */
  protected reject(place: string, reason: string, path?: string): void {
    this.rejects.add({ place, reason }, path);
  }
}
