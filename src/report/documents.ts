import type { Text } from '../fingerprint/text.ts';
import type { Id } from '../io/id.ts';
import { type Html, html } from './html.ts';
import { shortened } from './numbers.ts';

/** Characters of an id that are shown. */
const LONGEST_ID = 120;

/** What is shown of documents, by their number. */
export interface Source {
  /** Documents with a lower number are references, with which the others were compared. */
  readonly references: number;
  id(document: number): Id;
  /** The text, read again; undefined of a reference of which it was not kept. */
  text(document: number): Text | undefined;
}

/** Documents as they are shown. */
export class Documents {
  readonly #source: Source;
  readonly #decoder = new TextDecoder();

  constructor(source: Source) {
    this.#source = source;
  }

  isReference(document: number): boolean {
    return document < this.#source.references;
  }

  /** The whole text, read again; undefined if there is none. */
  text(document: number): string | undefined {
    const text = this.#source.text(document);
    return text === undefined || typeof text === 'string' ? text : this.#decoder.decode(text);
  }

  id(document: number): Html {
    return html`<bdi class="id">${shortened(String(this.#source.id(document)), LONGEST_ID)}</bdi>`;
  }

  /** The beginning of the text. */
  excerpt(document: number, limit: number): Html {
    const text = this.text(document);
    if (text === undefined) return html`<span class="excerpt">(the reference is an index, which has no texts)</span>`;
    return html`<span class="excerpt" dir="auto">${shortened(text.trim(), limit) || '(empty)'}</span>`;
  }
}
