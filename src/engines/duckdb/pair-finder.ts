import type { DuckDBAppender } from '@duckdb/node-api';
import type { CompareOptions } from '../../dedupe/comparison.ts';
import type { Counted, CountOptions } from '../../dedupe/counted.ts';
import { FeatureCache } from '../../dedupe/feature-cache.ts';
import { type Pair, PairList } from '../../dedupe/pair-list.ts';
import { featuresOf } from '../../dedupe/rare-features.ts';
import type { Text } from '../../fingerprint/text.ts';
import { GrowingColumn } from '../../search/column.ts';
import { Turns } from '../../turns.ts';
import { allTables, type CandidateOptions, candidatesSql, fingerprintColumns } from '../sql/candidates.ts';
import { DUCKDB } from '../sql/dialect.ts';
import { entriesSql, membersSql, pairsSql } from '../sql/fold.ts';
import { planJoin } from '../sql/join-plan.ts';
import { findCrowd } from './crowd.ts';
import type { Database } from './database.ts';
import { candidatesByRareSql } from './rare-features.ts';
import type { Step } from './step.ts';

export interface DuckDbPairOptions extends CountOptions {
  readonly database: Database;
  readonly maxDistance: number;
  readonly threshold: number;
  readonly textOf: (document: number) => Text;
  readonly setOf?: CompareOptions['setOf'];
  readonly isReference: (document: number) => boolean;
  readonly mayPair?: ((a: number, b: number) => boolean) | undefined;
  /** Documents fold only if this is the same; NaN: it is compared with nothing. */
  readonly foldOf?: ((document: number) => number) | undefined;
}

/**
 * Finds the pairs that `PairFinder` finds, by SQL: memory holds neither fingerprints nor candidates, but what the
 * database is allowed; the pairs in the end take some 50 bytes each, with what groups are made from.
 */
export class DuckDbPairFinder {
  readonly #options: DuckDbPairOptions;
  readonly #documents: DuckDBAppender;
  readonly #cache: FeatureCache;
  readonly #features = new GrowingColumn(new Uint32Array(0));

  private constructor(options: DuckDbPairOptions, documents: DuckDBAppender) {
    this.#options = options;
    this.#documents = documents;
    const { fingerprinter, textOf, setOf } = options;
    this.#cache = new FeatureCache((document) => setOf?.(document) ?? fingerprinter.featureSet(textOf(document)));
  }

  static async open(options: DuckDbPairOptions): Promise<DuckDbPairFinder> {
    const { database, repeats } = options;
    const columns = fingerprintColumns(repeats).map((column) => `${column} BIGINT`);
    await database.run(
      `CREATE TABLE document(number BIGINT, fold DOUBLE, reference BOOLEAN, features BIGINT, compared BIGINT, digest BIGINT, ${columns.join(', ')});
       CREATE TABLE candidate(a BIGINT, b BIGINT, distance UTINYINT);
       CREATE TABLE verified(a UINTEGER, b UINTEGER, distance UTINYINT, similarity DOUBLE)`,
    );
    return new DuckDbPairFinder(options, await database.appender('document'));
  }

  get length(): number {
    return this.#features.length;
  }

  /** Takes note of the next documents. */
  async add(counted: Counted): Promise<void> {
    for (let row = 0; row < counted.length; row++) this.#add(counted, row);
  }

  #add(counted: Counted, place: number): void {
    const { foldOf, isReference, database } = this.#options;
    const number = this.length;
    const features = counted.features[place]!;
    const compared = counted.compared[place]!;
    const set = counted.set(place);
    const digest = set.digest();
    set.dispose();
    this.#features.push(features);
    const fold = foldOf?.(number) ?? 0;
    if (features === 0 || Number.isNaN(fold)) return;
    const row = this.#documents;
    database.attempt(() => {
      row.appendBigInt(BigInt(number));
      row.appendDouble(fold);
      row.appendBoolean(isReference(number));
      row.appendBigInt(BigInt(features));
      row.appendBigInt(BigInt(compared));
      row.appendBigInt(BigInt.asIntN(64, digest));
      for (const column of counted.fingerprints) row.appendBigInt(BigInt.asIntN(64, column[place]!));
      row.endRow();
    });
  }

  /** All near-duplicate pairs, ordered by b and then a. */
  async pairs(step: Step): Promise<PairList> {
    this.#options.database.attempt(() => this.#documents.closeSync());
    await this.#fold();
    await this.#join(step);
    await this.#verify(step);
    const { database } = this.#options;
    const pairs = new PairList();
    const sql = `SELECT a::UINTEGER, b::UINTEGER, distance, similarity, same FROM (${pairsSql('verified', 'member')}) ORDER BY b, a`;
    for await (const rows of database.chunks(sql)) for (const row of rows) pairs.add(pairOf(row));
    return pairs;
  }

  features(): Uint32Array {
    return this.#features.finish();
  }

  dispose(): void {
    this.#cache.dispose();
    this.#options.database.close();
  }

  async #fold(): Promise<void> {
    const { database, repeats } = this.#options;
    await database.run(`CREATE TABLE member AS ${membersSql('document', ['fold', 'reference'], repeats)}`);
    await database.run(`CREATE TABLE entry AS ${entriesSql('document', 'member', repeats)}`);
  }

  /** A table at a time, so that the rows of one take the memory, not those of all. */
  async #join(step: Step): Promise<void> {
    const { database, repeats, maxDistance, threshold } = this.#options;
    const entries = await database.count('entry');
    const { plan } = planJoin(maxDistance, entries, DUCKDB);
    const options: CandidateOptions = { dialect: DUCKDB, plan, repeats, threshold };
    const tables = allTables(options);
    const hasCrowd = await findCrowd(database, options, (entry) => featuresOf(this.#cache.setOf(entry)), step);
    for (const [done, table] of tables.entries()) {
      step('joining', done, tables.length);
      if (!hasCrowd) await this.#addCandidates(candidatesSql(options, [table], 'entry'));
      else {
        await this.#addCandidates(candidatesSql(options, [table], 'lone', 'entry'));
        await this.#addCandidates(candidatesSql(options, [table], 'crowded', 'lone'));
      }
    }
    if (hasCrowd) await this.#addCandidates(candidatesByRareSql(options, 'rare', 'crowded'));
  }

  async #addCandidates(sql: string): Promise<void> {
    await this.#options.database.run(`INSERT INTO candidate ${sql}`);
  }

  async #verify(step: Step): Promise<void> {
    const { database } = this.#options;
    const total = await database.count('candidate');
    const verified = await database.appender('verified');
    const turns = new Turns();
    let done = 0;
    const sql = 'SELECT a::UINTEGER, b::UINTEGER, distance FROM candidate ORDER BY b, a';
    for await (const rows of database.chunks(sql)) {
      for (const candidates of runsOf(rows as CandidateRow[])) this.#compare(candidates, verified);
      done += rows.length;
      if (!turns.isOver) continue;
      step('comparing', done, total);
      await turns.give();
    }
    database.attempt(() => verified.closeSync());
  }

  /** Candidates of one document, which is compared with all of them in one call. */
  #compare(candidates: readonly CandidateRow[], verified: DuckDBAppender): void {
    const { threshold, mayPair, isReference, database } = this.#options;
    const comparable = candidates.filter(([a, b]) => mayPair?.(a, b) !== false);
    if (comparable.length === 0) return;
    const b = comparable[0]![1];
    const others = Uint32Array.from(comparable, ([a]) => a);
    for (const [i, similarity] of this.#cache.similarities(b, others, threshold).entries()) {
      // What references resemble each other in is nobody's question, unless they are the same.
      if (similarity < threshold || (isReference(b) && similarity !== 1)) continue;
      const [a, , distance] = comparable[i]!;
      database.attempt(() => {
        verified.appendUInteger(a);
        verified.appendUInteger(b);
        verified.appendUTinyInt(distance);
        verified.appendDouble(similarity);
        verified.endRow();
      });
    }
  }
}

type CandidateRow = readonly [a: number, b: number, distance: number];

/** Rows that follow each other and have the same b. */
function* runsOf(rows: readonly CandidateRow[]): Generator<readonly CandidateRow[]> {
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    while (to < rows.length && rows[to]![1] === rows[from]![1]) to++;
    yield rows.slice(from, to);
    from = to;
  }
}

function pairOf(row: readonly unknown[]): Pair {
  const [a, b, distance, similarity, same] = row as [number, number, number, number, boolean];
  return { a, b, distance, similarity, same };
}
