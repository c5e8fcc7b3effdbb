import type { Corpus } from '../io/corpus.ts';
import { type Html, html } from './html.ts';
import { shortened } from './numbers.ts';

/** Characters of an id that are shown. */
const LONGEST_ID = 120;

/** What a report needs of a corpus. */
export type ReadCorpus = Pick<Corpus, 'inputs' | 'ids' | 'rejects' | 'textBytes' | 'text'>;

/** Documents as they are shown. */
export class Documents {
  readonly #corpus: ReadCorpus;
  readonly #decoder = new TextDecoder();

  constructor(corpus: ReadCorpus) {
    this.#corpus = corpus;
  }

  /** The whole text, read again. */
  text(document: number): string {
    const text = this.#corpus.text(document);
    return typeof text === 'string' ? text : this.#decoder.decode(text);
  }

  id(document: number): Html {
    return html`<bdi class="id">${shortened(String(this.#corpus.ids[document]), LONGEST_ID)}</bdi>`;
  }

  /** The beginning of the text. */
  excerpt(document: number, limit: number): Html {
    return html`<span class="excerpt" dir="auto">${shortened(this.text(document).trim(), limit) || '(empty)'}</span>`;
  }
}
