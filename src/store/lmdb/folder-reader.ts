import { checkId } from '../check.ts';
import { Intake, toDocument } from '../intake.ts';
import type { StoreOptions } from '../settings.ts';
import type {
  CheckReport,
  Insertion,
  NewDocument,
  SearchOptions,
  Store,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from '../store.ts';
import { Usage } from '../usage.ts';
import { checkRecord } from './check.ts';
import { type Location, readLocation } from './location.ts';
import { Record, undisturbed } from './record.ts';
import { statsOf } from './stats.ts';
import { hasWriter } from './writer-lock.ts';

/** Documents that are exported at once. */
const PORTION = 1000;

/** A store in a folder, opened to be read while another process may write to it. */
export class FolderReader implements Store {
  readonly recipeId: string;
  readonly maxDistance: number;
  protected readonly folder: string;
  protected readonly intake: Intake;
  protected readonly usage: Usage;
  protected record: Record;
  #generation: number;
  /** Reading goes one by one, since each begins by following the record. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, { recipeId, maxDistance, generation }: Location, record: Record, options: StoreOptions) {
    this.folder = folder;
    this.recipeId = recipeId;
    this.maxDistance = maxDistance;
    this.record = record;
    this.#generation = generation;
    this.intake = new Intake({ recipeId, maxDistance }, options.recipe);
    this.usage = new Usage(folder, options.readOnly ?? false);
  }

  async search(query: TextOrFingerprint, options?: SearchOptions): Promise<StoredMatch[]> {
    return this.usage.reading(async () => {
      const checked = this.intake.query(query, options);
      return this.read((record) => record.search(checked));
    });
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    return this.usage.reading(async () => {
      checkId(id);
      const entry = await this.read((record) => record.get(id));
      return entry && toDocument(entry);
    });
  }

  async size(): Promise<number> {
    return this.usage.reading(() => this.read(({ tables }) => tables.state.documents));
  }

  async *export(): AsyncGenerator<StoredDocument, void, undefined> {
    for (let after: string | undefined; ; ) {
      const portion = await this.usage.reading(() => this.read((record) => record.portion(after, PORTION)));
      yield* portion;
      if (portion.length < PORTION) return;
      after = portion.at(-1)!.id;
    }
  }

  async stats(): Promise<Readonly<{ [name: string]: string | number }>> {
    return this.usage.reading(() => this.read(statsOf));
  }

  async check(): Promise<CheckReport> {
    return this.usage.reading(() => this.read(() => this.#check()));
  }

  async insertIfNew(_: NewDocument): Promise<Insertion> {
    throw this.usage.refusal();
  }

  async insertAllIfNew(_: readonly NewDocument[]): Promise<Insertion[]> {
    throw this.usage.refusal();
  }

  async insert(_: NewDocument): Promise<void> {
    throw this.usage.refusal();
  }

  async update(_: NewDocument): Promise<boolean> {
    throw this.usage.refusal();
  }

  async remove(_: string): Promise<boolean> {
    throw this.usage.refusal();
  }

  async expire(_: number | Date): Promise<number> {
    throw this.usage.refusal();
  }

  async load(_: AsyncIterable<NewDocument> | Iterable<NewDocument>): Promise<number> {
    throw this.usage.refusal();
  }

  async compact(): Promise<void> {
    throw this.usage.refusal();
  }

  async close(): Promise<void> {
    await this.usage.close(async () => {
      try {
        await this.finish();
      } finally {
        await this.record.close();
      }
    });
  }

  /** What is left to be done before the record is closed. */
  protected async finish(): Promise<void> {}

  /** Reads from the record as it is now, within `usage`. */
  protected async read<T>(work: (record: Record) => T | Promise<T>): Promise<T> {
    const result = this.#turn.then(() =>
      undisturbed(this.folder, this.record.environment, async () => {
        await this.follow();
        return work(this.record);
      }),
    );
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Takes in what the writer has done. */
  protected async follow(): Promise<void> {
    this.record.environment.refresh();
    if (this.record.tables.state.hasMoved) await this.#move();
    await this.record.index.follow(this.record.tables, this.record.tables.state);
  }

  /** The writer has compacted the store: the record is elsewhere, or soon will be. */
  async #move(): Promise<void> {
    const location = readLocation(this.folder);
    if (location === undefined || location.generation === this.#generation) return;
    const moved = await Record.openMoving(this.folder, location);
    await this.record.close();
    this.record = moved.record;
    this.#generation = moved.location.generation;
  }

  /** Once more if somebody has begun to write meanwhile, or moved the record: what changes while it is read looks damaged. */
  async #check(): Promise<CheckReport> {
    for (;;) {
      const isStill = !hasWriter(this.folder);
      const generation = this.#generation;
      const { writer } = this.record.tables.state;
      const report = await checkRecord(this.record, isStill).catch((error: unknown) => error);
      await this.follow();
      const isSame = this.#generation === generation && (!isStill || this.record.tables.state.writer === writer);
      if (!isSame) continue;
      if (report instanceof Error) throw report;
      return report as CheckReport;
    }
  }
}
