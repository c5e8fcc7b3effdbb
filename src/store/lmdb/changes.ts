import { InvalidArgumentError } from '../../errors.ts';
import { DocumentExistsError } from '../errors.ts';
import type { Entry } from '../intake.ts';
import type { Insertion } from '../store.ts';
import type { State } from './encoding.ts';
import type { MemoryIndex } from './memory-index.ts';
import type { OpenRecord } from './open-record.ts';
import type { Tables } from './tables.ts';

/** As many documents as there are numbers; removed ones count. */
const NUMBERS = 2 ** 32;
/** Removals that are forgotten in one transaction. */
const PORTION = 10_000;
/** So many more removals than documents are listed: to read the record anew takes no longer than to follow more of them. */
const MORE_REMOVALS = 100_000;

/** Changes to the record and to the index in front of it, which stay the same. They are made within `transact`. */
export class Changes {
  readonly #record: OpenRecord;
  readonly #tables: Tables;
  readonly #index: MemoryIndex;
  readonly #writer: string;
  #state: State | undefined;
  #hasChanged = false;

  constructor(record: OpenRecord, writer: string) {
    this.#record = record;
    this.#tables = record.tables;
    this.#index = record.index;
    this.#writer = writer;
  }

  /** Brings to the disk what `work` changes: all of it, or nothing if it throws or that fails. */
  transact(work: () => void): void {
    try {
      this.#record.environment.transact(() => {
        this.#state = this.#tables.stateFor(this.#writer);
        this.#hasChanged = false;
        work();
        if (this.#hasChanged) this.#tables.setState(this.#state);
      });
    } catch (error) {
      this.#index.undo();
      throw error;
    }
    this.#index.keep(this.#state!);
  }

  /** @throws {DocumentExistsError} if the id is there with another fingerprint */
  insertIfNew(entry: Entry): Insertion {
    if (this.#isThere(entry)) return { inserted: true, duplicates: [] };
    const duplicates = this.#record.duplicatesOf(entry);
    if (duplicates.length === 0) this.#insert(entry);
    return { inserted: duplicates.length === 0, duplicates };
  }

  /** @throws {DocumentExistsError} if the id is there with another fingerprint */
  insert(entry: Entry): void {
    if (!this.#isThere(entry)) this.#insert(entry);
  }

  update(entry: Entry): boolean {
    if (!this.remove(entry.id)) return false;
    this.#insert(entry);
    return true;
  }

  remove(id: string): boolean {
    const number = this.#tables.numberOf(id);
    if (number === undefined) return false;
    this.#remove(number, this.#tables.entry(number));
    return true;
  }

  /** Removes a document if it is still as old as it was. */
  expire(id: string, before: number): boolean {
    const number = this.#tables.numberOf(id);
    if (number === undefined) return false;
    const entry = this.#tables.entry(number);
    if (entry.time >= before) return false;
    this.#remove(number, entry);
    return true;
  }

  /** Forgets the removals before a place. Those who have not followed them yet read the whole record. */
  forgetRemovals(before: number): void {
    while (this.#tables.state.firstRemoval < before) {
      this.transact(() => this.#forgetUpTo(Math.min(before, this.#state!.firstRemoval + PORTION)));
    }
  }

  /** Says to those who read this record that another takes its place. */
  move(): void {
    this.transact(() => this.#change({ hasMoved: true }));
  }

  /**
   * Writes what is there already, first of all to a copy without free pages. LMDB ends the process where the first
   * transaction that frees any frees so many that their list takes a page of its own, as a batch of documents may: it looks
   * for one in the list that it is about to write.
   */
  begin(): void {
    this.transact(() => this.#change({}));
  }

  #isThere({ id, fingerprint }: Entry): boolean {
    const number = this.#tables.numberOf(id);
    if (number === undefined) return false;
    if (this.#tables.entry(number).fingerprint === fingerprint) return true;
    throw new DocumentExistsError(id);
  }

  #insert(entry: Entry): void {
    const { nextNumber: number, documents } = this.#state!;
    if (number === NUMBERS) {
      throw new InvalidArgumentError(
        'A store takes 2^32 documents, removed ones included. Export it, and import that into a new one.',
      );
    }
    this.#index.add(entry.fingerprint, number);
    this.#tables.insert(number, entry);
    this.#change({ nextNumber: number + 1, documents: documents + 1 });
  }

  #remove(number: number, { id, fingerprint }: Entry): void {
    const { nextRemoval, documents } = this.#state!;
    this.#index.remove(fingerprint, number);
    this.#tables.remove(number, id, nextRemoval);
    this.#change({ nextRemoval: nextRemoval + 1, documents: documents - 1 });
    this.#boundRemovals();
  }

  /** There is one removal more, and may be one fewer allowed, so two are forgotten at most. */
  #boundRemovals(): void {
    const { firstRemoval, nextRemoval, documents } = this.#state!;
    this.#forgetUpTo(Math.min(nextRemoval - documents - MORE_REMOVALS, firstRemoval + 2));
  }

  /** Forgets the removals before a place that are still listed. */
  #forgetUpTo(end: number): void {
    const { firstRemoval } = this.#state!;
    if (end <= firstRemoval) return;
    for (let place = firstRemoval; place < end; place++) this.#tables.forgetRemoval(place);
    this.#change({ firstRemoval: end });
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state!, ...change };
    this.#hasChanged = true;
  }
}
