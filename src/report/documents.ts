import type { Text } from '../fingerprint/text.ts';
import { type Html, html } from './html.ts';
import { shortened } from './numbers.ts';

/** Characters of an id that are shown. */
const LONGEST_ID = 120;

/** What is shown of documents, by their number. */
export interface Source {
  /** Documents with a lower number are references, with which the others were compared. */
  readonly references: number;
  id(document: number): string | number;
  /** The text, read again. */
  text(document: number): Text;
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

  /** The whole text, read again. */
  text(document: number): string {
    const text = this.#source.text(document);
    return typeof text === 'string' ? text : this.#decoder.decode(text);
  }

  id(document: number): Html {
    return html`<bdi class="id">${shortened(String(this.#source.id(document)), LONGEST_ID)}</bdi>`;
  }

  /** The beginning of the text. */
  excerpt(document: number, limit: number): Html {
    return html`<span class="excerpt" dir="auto">${shortened(this.text(document).trim(), limit) || '(empty)'}</span>`;
  }
}
