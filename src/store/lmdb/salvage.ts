import type { Entry } from '../intake.ts';
import type { DataFile } from './data-file.ts';
import { entryOf, idOfKey, KEYS, numberOfKey, parsed, type State } from './encoding.ts';
import { lastMeta, type Meta, readableMeta, USUAL_PAGE } from './meta-pages.ts';
import { pairsIn } from './page-nodes.ts';
import { PageWalk, type Visit } from './page-walk.ts';
import { unsealed } from './sealed.ts';
import type { Description } from './tables.ts';

/** What becomes of a document that was found. */
export type Found = (number: number, entry: Entry) => void;

/** Reads what can be read of a damaged record. All of it bears a checksum that is right. */
export class Salvage {
  description: Description | undefined;
  state: State | undefined;
  /** Whether that is the last one for certain. */
  isLast = false;
  /** Numbers of documents that are known to have been removed. */
  readonly removed = new Set<number>();
  readonly #file: DataFile;
  readonly #meta: Meta | undefined;
  /** Whether both meta pages are. */
  readonly #isWhole: boolean;
  #walk: PageWalk | undefined;
  /** Documents that pages lead to have lesser ones. */
  #nextNumber = Number.POSITIVE_INFINITY;

  constructor(file: DataFile) {
    this.#file = file;
    const last = lastMeta(file);
    this.#isWhole = typeof last !== 'string';
    this.#meta = typeof last === 'string' ? readableMeta(file) : last;
  }

  /** Documents that the pages lead to: these were there. */
  async documents(found: Found): Promise<void> {
    await this.#reached((key, value) => {
      if (key[0] === KEYS.record) found(numberOfKey(key), entryOf(value));
      else this.#note(key, value);
      if (key[0] !== KEYS.state || !this.state) return;
      this.isLast = this.#isWhole;
      this.#nextNumber = this.state.nextNumber;
    });
  }

  /** Ids that the pages lead to, and the numbers of their documents. */
  async ids(found: (id: string, number: number) => void): Promise<void> {
    await this.#reached((key, value) => {
      if (key[0] === KEYS.id) found(idOfKey(key), value.readUInt32LE());
    });
  }

  /**
   * Documents on pages that are damaged, or to which nothing leads: these were there once. On all others, and on those that
   * are free, those of some numbers, since none is given twice. What came later than what pages lead to is found everywhere,
   * or if that is the last transaction not at all: it was never finished.
   */
  stray(found: Found, wanted: ReadonlySet<number> = new Set()): void {
    const pageSize = this.#meta?.pageSize ?? USUAL_PAGE;
    const damaged = new Set(this.#walk?.damagedPages);
    const all = Array(this.#file.pageCount(pageSize)).keys();
    for (const { number: page, bytes } of this.#file.pages(all, pageSize)) {
      const isStray = !this.#walk?.hasMet(page) || damaged.has(page);
      for (const [key, sealed] of pairsIn(this.#file, bytes, pageSize)) {
        const value = unsealed(key, sealed);
        if (!value) continue;
        if (key[0] !== KEYS.record) {
          this.#note(key, value);
          continue;
        }
        const number = numberOfKey(key);
        if (number >= this.#nextNumber ? !this.isLast : isStray || wanted.has(number)) found(number, entryOf(value));
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

  /** What pages say of the store itself; of several the newest. */
  #note(key: Buffer, value: Buffer): void {
    if (key[0] === KEYS.description) this.description = parsed(value);
    if (key[0] === KEYS.state) this.#noteState(parsed(value));
    if (key[0] === KEYS.removal) this.removed.add(value.readUInt32LE());
  }

  #noteState(state: State): void {
    if (this.isLast) return;
    const changes = ({ nextNumber, nextRemoval }: State): number => nextNumber + nextRemoval;
    if (!this.state || changes(state) > changes(this.state)) this.state = state;
  }
}
