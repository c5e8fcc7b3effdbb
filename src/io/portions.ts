import type { FoundInPiece, Piece } from './pieces.ts';

/** Documents that follow each other: texts that have been read, or a piece of a file that is yet to be. */
export type Portion = TextsRead | PieceToRead;

export interface TextsRead {
  readonly texts: readonly (string | Uint8Array)[];
}

/** At most so many texts, and UTF-16 units or bytes, are a portion; or one text. */
const MOST_TEXTS = 256;
const MOST_UNITS = 512 * 1024;

/** Gathers texts until they are enough for a portion. */
export class Gathered {
  #texts: (string | Uint8Array)[] = [];
  #units = 0;

  /** Adds a text, and gives a portion if there is one. */
  *with(text: string | Uint8Array): Generator<TextsRead> {
    this.#texts.push(text);
    this.#units += text.length;
    if (this.#units >= MOST_UNITS || this.#texts.length >= MOST_TEXTS) yield* this.rest();
  }

  *rest(): Generator<TextsRead> {
    const texts = this.#texts;
    this.#texts = [];
    this.#units = 0;
    if (texts.length > 0) yield { texts };
  }
}

/** A file whose pieces are read somewhere: nothing is known of its documents until each has been taken, in order. */
export class PiecesInTurn {
  readonly #take: (found: FoundInPiece) => void;
  readonly #open: Promise<void>[] = [];
  #hasFailed = false;

  constructor(take: (found: FoundInPiece) => void) {
    this.#take = take;
  }

  /** Whether one could not be read: then the rest need not be. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  toRead(piece: Piece): PieceToRead {
    const portion = new PieceToRead(piece, (found) => {
      if (!this.#hasFailed) this.#take(found);
      return !this.#hasFailed;
    });
    portion.done.catch(() => {
      this.#hasFailed = true;
    });
    this.#open.push(portion.done);
    return portion;
  }

  /** Waits until all have been taken. Fails if one could not be read; those that are taken afterwards do not count. */
  async done(): Promise<void> {
    await Promise.all(this.#open);
  }
}

export class PieceToRead {
  readonly piece: Piece;
  /** That it has been taken. */
  readonly done: Promise<void>;
  readonly #take: (found: FoundInPiece) => boolean;
  #settle!: { resolve: () => void; reject: (reason: unknown) => void };

  constructor(piece: Piece, take: (found: FoundInPiece) => boolean) {
    this.piece = piece;
    this.#take = take;
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** Tells what was found. False if its documents do not count, since a piece before it could not be read. */
  take(found: FoundInPiece): boolean {
    const counts = this.#take(found);
    this.#settle.resolve();
    return counts;
  }

  /** Tells that it could not be read, which is dealt with by whoever gave it out. */
  fail(error: unknown): void {
    this.#settle.reject(error);
  }
}
