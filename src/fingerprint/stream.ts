import { joinedBytes } from '../joined-bytes.ts';
import { encoder } from '../utf8.ts';
import { checkText, type Text } from './text.ts';

/** No string is longer than 2^29 - 24 units; longer texts are joined as bytes. */
const LONGEST_JOINED = 2 ** 28;

/**
 * Collects a text that comes in pieces. Pieces may end anywhere, in the middle of a word, a surrogate pair or a UTF-8
 * sequence. The text is held until its end: which features repeat, and whether NFKC is due, is known no sooner.
 */
export class FingerprintStream<Digest> {
  readonly #digest: (text: Text) => Digest;
  #chunks: Text[] = [];
  /** The first half of a surrogate pair with which the last string ended. */
  #half = '';

  constructor(digest: (text: Text) => Digest) {
    this.#digest = digest;
  }

  /**
   * Adds the next piece.
   *
   * @throws {InvalidArgumentError} if it is neither a string nor a Uint8Array
   */
  update(chunk: Text): this {
    checkText(chunk);
    if (typeof chunk === 'string') {
      const text = this.#half + chunk;
      const isTorn = /[\ud800-\udbff]$/.test(text);
      this.#half = isTorn ? text.slice(-1) : '';
      this.#chunks.push(isTorn ? text.slice(0, -1) : text);
    } else if (chunk.length > 0) {
      // Bytes are copied, for readers use their buffers again; `slice` of a Node Buffer would be a view.
      this.#chunks.push(this.#half, new Uint8Array(chunk));
      this.#half = '';
    }
    return this;
  }

  /** What the whole text gives. The stream starts anew afterwards. */
  digest(): Digest {
    const chunks = [...this.#chunks, this.#half];
    this.#chunks = [];
    this.#half = '';
    return this.#digest(joined(chunks));
  }
}

function joined(chunks: readonly Text[]): Text {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const strings = chunks.filter((chunk) => typeof chunk === 'string');
  if (strings.length === chunks.length && length <= LONGEST_JOINED) return strings.join('');
  return joinedBytes(chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk)));
}
