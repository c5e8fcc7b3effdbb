import type { Corpus } from '../io/corpus.ts';
import type { Portion } from '../io/portions.ts';

/** A corpus and, before it, the references with which it is compared, all in one numbering. */
export class Documents {
  readonly corpus: Corpus;
  readonly reference: Corpus | undefined;

  constructor(corpus: Corpus, reference?: Corpus) {
    this.corpus = corpus;
    this.reference = reference;
  }

  get inputs(): readonly string[] {
    return [...(this.reference?.inputs ?? []), ...this.corpus.inputs];
  }

  /** How many references have been read; they have the lowest numbers. */
  get references(): number {
    return this.reference?.ids.length ?? 0;
  }

  get count(): number {
    return this.references + this.corpus.ids.length;
  }

  readonly isReference = (document: number): boolean => document < this.references;

  async *portions(): AsyncGenerator<Portion> {
    if (this.reference !== undefined) yield* this.reference.portions();
    yield* this.corpus.portions();
  }

  id(document: number): string | number {
    const [corpus, number] = this.#at(document);
    return corpus.ids[number]!;
  }

  text(document: number): string | Uint8Array {
    const [corpus, number] = this.#at(document);
    return corpus.text(number);
  }

  /** The record of a document as JSON, without newline. */
  record(document: number): Buffer | Promise<Buffer> {
    const [corpus, number] = this.#at(document);
    return corpus.record(number);
  }

  /** The value of a field; undefined if there is none. */
  async field(document: number, name: string): Promise<unknown> {
    const record = (await this.record(document)).toString('utf8').replace(/^\ufeff/, '');
    return (JSON.parse(record) as Record<string, unknown>)[name];
  }

  close(): void {
    this.corpus.close();
    this.reference?.close();
  }

  #at(document: number): readonly [Corpus, number] {
    return this.isReference(document) ? [this.reference!, document] : [this.corpus, document - this.references];
  }
}
