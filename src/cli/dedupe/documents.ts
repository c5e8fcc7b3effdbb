import type { Counted } from '../../dedupe/counted.ts';
import type { Corpus } from '../../io/corpus.ts';
import { InputError } from '../../io/errors.ts';
import type { Id } from '../../io/id.ts';
import { fieldOf } from '../../io/nested.ts';
import type { Portion } from '../../io/portions.ts';
import type { RejectList } from '../../io/reject-list.ts';
import { SeenIndex } from '../../seen/seen-index.ts';

/** A corpus and, before it, the references with which it is compared, all in one numbering. An index of those has no texts. */
export class Documents {
  readonly corpus: Corpus;
  readonly reference: Corpus | SeenIndex | undefined;

  constructor(corpus: Corpus, reference?: Corpus | SeenIndex) {
    this.corpus = corpus;
    this.reference = reference;
  }

  /** What texts are read from. */
  get inputs(): readonly string[] {
    return [...(this.#referenceCorpus?.inputs ?? []), ...this.corpus.inputs];
  }

  get textBytes(): number {
    return (this.#referenceCorpus?.textBytes ?? 0) + this.corpus.textBytes;
  }

  get rejects(): RejectList {
    return this.corpus.rejects;
  }

  get bytesRead(): number {
    return (this.#referenceCorpus?.bytesRead ?? 0) + this.corpus.bytesRead;
  }

  /** How many references have been read; they have the lowest numbers. */
  get references(): number {
    return this.reference?.ids.length ?? 0;
  }

  get count(): number {
    return this.references + this.corpus.ids.length;
  }

  readonly isReference = (document: number): boolean => document < this.references;

  async *portions(): AsyncGenerator<Portion | Counted> {
    if (this.reference !== undefined) yield* this.reference.portions();
    yield* this.corpus.portions();
  }

  id(document: number): Id {
    const ids = this.isReference(document) ? this.reference!.ids : this.corpus.ids;
    return ids.at(this.isReference(document) ? document : document - this.references);
  }

  /** The features of a document that an index has instead of its text; undefined for others. */
  savedSet(document: number): ReturnType<SeenIndex['set']> | undefined {
    return this.hasText(document) ? undefined : (this.reference as SeenIndex).set(document);
  }

  hasText(document: number): boolean {
    return !(this.isReference(document) && this.reference instanceof SeenIndex);
  }

  /** The text of a document that has one. */
  text(document: number): string | Uint8Array {
    const [corpus, number] = this.#at(document);
    return corpus.text(number);
  }

  /** The record of a document as JSON, without newline. */
  record(document: number): Buffer | Promise<Buffer> {
    const [corpus, number] = this.#at(document);
    return corpus.record(number);
  }

  /** The value of a field, or of one within another; undefined if there is none. */
  async field(document: number, name: string): Promise<unknown> {
    const record = (await this.record(document)).toString('utf8');
    return fieldOf(JSON.parse(record), name);
  }

  close(): void {
    this.corpus.close();
    this.reference?.close();
  }

  get #referenceCorpus(): Corpus | undefined {
    return this.reference instanceof SeenIndex ? undefined : this.reference;
  }

  #at(document: number): readonly [Corpus, number] {
    if (!this.isReference(document)) return [this.corpus, document - this.references];
    const corpus = this.#referenceCorpus;
    if (corpus === undefined)
      throw new InputError(`${JSON.stringify(this.id(document))} is of an index, which has no texts.`);
    return [corpus, document];
  }
}
