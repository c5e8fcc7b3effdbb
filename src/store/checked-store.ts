import type { Several } from '../iterable.ts';
import type { Backend } from './backend.ts';
import { batches } from './batches.ts';
import { checkId, expiryOf } from './check.ts';
import { DocumentExistsError, StoreClosedError } from './errors.ts';
import { Intake } from './intake.ts';
import type { StoreOptions } from './settings.ts';
import { slicesOf } from './slices.ts';
import type {
  CheckReport,
  Insertion,
  NewDocument,
  SearchOptions,
  Store,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from './store.ts';

/** In UTF-16 units, so that long ones do not pile up. */
const MOST_META = 2 ** 22;

/**
 * A store of any kind, which takes nothing once it is closed, and no changes if it was opened to be read. All that comes
 * from a caller is checked here.
 */
export class CheckedStore implements Store {
  readonly recipeId: string;
  readonly maxDistance: number;
  readonly #backend: Backend;
  readonly #intake: Intake;
  readonly #isReadOnly: boolean;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(backend: Backend, { recipe, readOnly = false }: StoreOptions) {
    this.recipeId = backend.settings.recipeId;
    this.maxDistance = backend.settings.maxDistance;
    this.#backend = backend;
    this.#intake = new Intake(backend.settings, recipe);
    this.#isReadOnly = readOnly;
  }

  async insertIfNew(document: NewDocument): Promise<Insertion> {
    return this.#change(() => this.#backend.insertIfNew(this.#intake.entry(document)));
  }

  /** @param settled is given what became of each, by place, also where there is an error: undefined where that is not known */
  async insertAllIfNew(
    documents: readonly NewDocument[],
    settled: (Insertion | undefined)[] = [],
  ): Promise<Insertion[]> {
    return this.#change(async () => {
      const entries = this.#intake.entries(documents);
      for (const some of slicesOf(entries, this.#backend.batchSizes.insertAllIfNew)) {
        const { insertions, error } = await this.#backend.insertAllIfNew(some);
        settled.push(...insertions);
        if (error instanceof DocumentExistsError) throw new DocumentExistsError(error.id, beforeAGap(settled));
        if (error) throw error;
      }
      return settled as Insertion[];
    });
  }

  async insert(document: NewDocument): Promise<void> {
    return this.#change(() => this.#backend.insert(this.#intake.entry(document)));
  }

  async update(document: NewDocument): Promise<boolean> {
    return this.#change(() => this.#backend.update(this.#intake.entry(document)));
  }

  async search(query: TextOrFingerprint, options?: SearchOptions): Promise<StoredMatch[]> {
    return this.#run(async () => {
      const checked = this.#intake.query(query, options);
      return checked ? this.#backend.search(checked) : [];
    });
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    return this.#run(() => {
      checkId(id);
      return this.#backend.get(id);
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#change(() => {
      checkId(id);
      return this.#backend.remove(id);
    });
  }

  async expire(before: number | Date): Promise<number> {
    return this.#change(() => this.#backend.expire(expiryOf(before)));
  }

  async size(): Promise<number> {
    return this.#run(() => this.#backend.size());
  }

  async load(documents: Several<NewDocument>): Promise<number> {
    return this.#change(async () => {
      let count = 0;
      const toEntry = (document: NewDocument) => {
        const entry = this.#intake.entry(document);
        count++;
        return entry;
      };
      const items = this.#backend.batchSizes.load;
      const size = { items, length: MOST_META, lengthOf: ({ meta = '' }) => meta.length };
      await this.#backend.load(batches(documents, toEntry, size));
      return count;
    });
  }

  async *export(): AsyncGenerator<StoredDocument, void, undefined> {
    const pages = this.#backend.pages();
    for (;;) {
      const page = await this.#run(() => pages.next());
      if (page.done) return;
      yield* page.value;
    }
  }

  async stats(): Promise<Readonly<Record<string, string | number>>> {
    return this.#run(() => this.#backend.stats());
  }

  async check(): Promise<CheckReport> {
    return this.#run(() => this.#backend.check());
  }

  async compact(): Promise<void> {
    return this.#change(() => this.#backend.compact());
  }

  /** Lets what is under way finish, then ends the rest; only the first time. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => this.#backend.close());
    return this.#closed;
  }

  /** @throws {StoreClosedError} if it has been closed, or was opened to be read */
  async #change<Answer>(change: () => Promise<Answer>): Promise<Answer> {
    return this.#run(() => {
      if (!this.#isReadOnly) return change();
      throw new StoreClosedError(`${this.#backend.name} was opened to be read. Open it without readOnly to change it.`);
    });
  }

  /** @throws {StoreClosedError} if it has been closed */
  async #run<Answer>(action: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw new StoreClosedError(`${this.#backend.name} has been closed. Open it again.`);
    const running = action();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

function beforeAGap(settled: readonly (Insertion | undefined)[]): Insertion[] {
  const gap = settled.indexOf(undefined);
  return settled.slice(0, gap < 0 ? settled.length : gap) as Insertion[];
}
