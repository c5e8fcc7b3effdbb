// What a kind of store has to do. `CheckedStore` makes a `Store` of it: documents and queries that come here have been
// checked, and none comes once the store is closed, nor any change if it was opened to be read.
import type { Entry, Query } from './intake.ts';
import type { Settings, StoreOptions } from './settings.ts';
import type { CheckReport, Insertion, RebuildReport, Store, StoredDocument, StoredMatch } from './store.ts';

/** What the module of a kind of store offers. */
export interface Kind {
  /** Opens a store, and makes it if it is not there. */
  open(where: string, options: StoreOptions): Promise<Backend>;
  /** Makes whole again what `open` refuses or `check` finds damaged. */
  rebuild?(where: string): Promise<RebuildReport>;
}

/** What became of documents, by place: nothing of the one with the first error, nor of others of which it is not known. */
export interface Settled {
  readonly insertions: readonly (Insertion | undefined)[];
  readonly error?: unknown;
}

/** As `Store` says of each, unless it is said here. */
export interface Backend extends Pick<Store, 'get' | 'remove' | 'size' | 'stats' | 'compact'> {
  readonly settings: Settings;
  /** How it is called in messages: without user and password. */
  readonly name: string;
  /** How many documents `insertAllIfNew` and `load` are given at a time. */
  readonly batchSizes: { readonly insertAllIfNew: number; readonly load: number };

  insertIfNew(entry: Entry): Promise<Insertion>;
  /** Throws only where of none of them is known what became of it. */
  insertAllIfNew(entries: readonly Entry[]): Promise<Settled>;
  insert(entry: Entry): Promise<void>;
  update(entry: Entry): Promise<boolean>;
  search(query: Query): Promise<StoredMatch[]>;
  expire(before: number): Promise<number>;
  load(batches: AsyncIterable<readonly Entry[]>): Promise<void>;
  /** All documents in order, some at a time. */
  pages(): AsyncGenerator<readonly StoredDocument[], void, undefined>;
  check(): Promise<CheckReport>;
  /** Nothing is under way any more. */
  close(): Promise<void>;
}
