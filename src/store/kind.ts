import type { StoreOptions } from './settings.ts';
import type { Store } from './store.ts';

/** What the module of a kind of store offers. */
export interface Kind {
  /** Opens a store, and makes it if it is not there. */
  open(where: string, options: StoreOptions): Promise<Store>;
  /** Makes whole again what `open` refuses or `check` finds damaged. */
  rebuild?(where: string): Promise<RebuildReport>;
}

/** What a rebuilding saved. */
export interface RebuildReport {
  readonly documents: number;
  /** Documents that are known to have been there, and could not be saved; those whose ids are known, up to 1,000 of them. */
  readonly lost: number;
  readonly lostIds: readonly string[];
  /** What there is to say of it: where the damaged store is kept. */
  readonly notes: readonly string[];
}
