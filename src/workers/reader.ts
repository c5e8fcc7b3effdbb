import { checkText, type Text } from '../fingerprint/text.ts';
import { closeSource, type Several } from '../iterable.ts';
import type { Queue } from './queue.ts';

/** Some items that follow each other, and their texts. */
export interface Batch<Item> {
  readonly items: Item[];
  readonly texts: Text[];
}

/** A batch has at most so many texts … */
const MOST_TEXTS = 256;
/** … and so many UTF-16 units or bytes, or is one text: a millisecond or two of work, so that a message is cheap beside it. */
const MOST_UNITS = 256 * 1024;
/** Milliseconds for which a text waits for others, if its source is slow. */
const PATIENCE = 10;

/** Reads a source in batches as long as a queue has room for what becomes of them. */
export class Reader<Item> {
  readonly #iterator: Iterator<Item> | AsyncIterator<Item>;
  readonly #isAsync: boolean;
  readonly #textOf: (item: Item) => Text;
  #batch: Batch<Item> = { items: [], texts: [] };
  #units = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWaiting = false;
  #isDone = false;

  constructor(source: Several<Item>, textOf: (item: Item) => Text) {
    this.#isAsync = Symbol.asyncIterator in source;
    this.#iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : (source as Iterable<Item>)[Symbol.iterator]();
    this.#textOf = textOf;
  }

  /** Ends the queue after the source, also if that fails. Never rejects. */
  async fill<T>(queue: Queue<T>, toValue: (batch: Batch<Item>) => T): Promise<void> {
    const send = () => {
      if (this.#batch.items.length > 0 && !queue.hasEnded) queue.put(toValue(this.#emptied()));
    };
    try {
      await this.#readAll(queue, send);
      send();
      queue.end();
    } catch (error) {
      send();
      queue.end({ error });
    }
  }

  async #readAll<T>(queue: Queue<T>, send: () => void): Promise<void> {
    while (!queue.hasEnded) {
      let step: IteratorResult<Item>;
      try {
        step = this.#isAsync ? await this.#awaited() : (this.#iterator.next() as IteratorResult<Item>);
        this.#isDone = step.done === true;
      } catch (error) {
        // A source that fails is at its end, too.
        this.#isDone = true;
        throw error;
      }
      if (step.done) return;
      const { value } = step;
      const text = this.#textOf(value);
      checkText(text, () => '; what the text of an item is, the option text says');
      if (this.#units + text.length > MOST_UNITS) send();
      if (this.#batch.items.length === 0 && !(await queue.hasRoom())) return;
      this.#add(value, text);
      if (this.#units >= MOST_UNITS || this.#batch.items.length === MOST_TEXTS) send();
      else if (this.#isAsync) this.#timer ??= setTimeout(send, PATIENCE);
    }
  }

  async #awaited(): Promise<IteratorResult<Item>> {
    this.#isWaiting = true;
    const step = await this.#iterator.next();
    this.#isWaiting = false;
    return step;
  }

  #add(item: Item, text: Text): void {
    this.#batch.items.push(item);
    // Sources use their buffers again; and of a view, a message would carry the whole buffer.
    this.#batch.texts.push(typeof text === 'string' ? text : new Uint8Array(text));
    this.#units += text.length;
  }

  #emptied(): Batch<Item> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#batch;
    this.#batch = { items: [], texts: [] };
    this.#units = 0;
    return batch;
  }

  /** Closes the source if it is not at its end. */
  async close(): Promise<void> {
    this.#emptied();
    if (!this.#isDone) await closeSource(this.#iterator, this.#isWaiting);
  }
}
