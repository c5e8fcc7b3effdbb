import { CorruptDataError } from '../../errors.ts';
import type { DataFile, Meta } from './data-file.ts';
import { entryOf, idOfKey, KEYS, numberOfKey, parsed, type State } from './encoding.ts';
import { pairsIn } from './page-nodes.ts';
import { PageWalk, type Visit } from './page-walk.ts';
import { unsealed } from './sealed.ts';
import type { Description } from './tables.ts';

/** What pages have where nothing says how large they are. */
const USUAL_PAGE = 4096;

/** A document that was found: its number, and its bytes for `entryOf`. */
export type Found = (number: number, bytes: Buffer) => void;

/** Reads what can be read of a damaged record. All of it bears a checksum that is right. */
export class Salvage {
  description: Description | undefined;
  state: State | undefined;
  /** Numbers of documents that are known to have been removed. */
  readonly removed = new Set<number>();
  readonly #file: DataFile;
  readonly #meta: Meta | undefined;
  #walk: PageWalk | undefined;

  constructor(file: DataFile) {
    this.#file = file;
    const meta = file.meta();
    this.#meta = typeof meta === 'string' ? undefined : meta;
  }

  /** Documents that the pages lead to: these were there. */
  async documents(found: Found): Promise<void> {
    await this.#reached((key, value) => {
      if (key[0] === KEYS.record) found(numberOfKey(key), value);
      else this.#note(key, value);
    });
  }

  /** Ids that the pages lead to, and the numbers of their documents. */
  async ids(found: (id: string, number: number) => void): Promise<void> {
    await this.#reached((key, value) => {
      if (key[0] === KEYS.id) found(idOfKey(key), value.readUInt32LE());
    });
  }

  /** Documents on pages that are damaged, or to which nothing leads: these were there once. */
  stray(found: Found): void {
    const pageSize = this.#meta?.pageSize ?? USUAL_PAGE;
    for (const { bytes } of this.#file.pages(this.#strayPages(pageSize), pageSize)) {
      if (bytes.length < pageSize) continue;
      for (const [key, sealed] of pairsIn(this.#file, bytes, pageSize)) {
        const value = unsealed(key, sealed);
        if (value && key[0] === KEYS.record && key.length === 5) found(numberOfKey(key), value);
        else if (value) this.#note(key, value);
      }
    }
  }

  async #reached(visit: Visit): Promise<void> {
    if (!this.#meta) return;
    this.#walk = new PageWalk(this.#file, this.#meta);
    await this.#walk.run((key, sealed) => {
      const value = unsealed(key, sealed);
      if (value) visit(key, value);
    });
  }

  *#strayPages(pageSize: number): Generator<number, void, undefined> {
    const damaged = new Set(this.#walk?.damagedPages);
    for (let page = 0; page * pageSize < this.#file.size; page++) {
      if (!this.#walk?.hasMet(page) || damaged.has(page)) yield page;
    }
  }

  /** What pages say of the store itself; of several the newest. */
  #note(key: Buffer, value: Buffer): void {
    try {
      if (key[0] === KEYS.description) this.description = parsed(value);
      if (key[0] === KEYS.state) this.#noteState(parsed(value));
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
    }
    if (key[0] === KEYS.removal) this.removed.add(value.readUInt32LE());
  }

  #noteState(state: State): void {
    const changes = ({ nextNumber, nextRemoval }: State): number => nextNumber + nextRemoval;
    if (!this.state || changes(state) > changes(this.state)) this.state = state;
  }
}

/** The id of a document's bytes. */
export const idOf = (bytes: Buffer): string => entryOf(bytes).id;
