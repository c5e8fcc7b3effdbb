// hammingbird dedupe with a store as the reference: fingerprints alone decide, as they come.
import type { Command } from 'commander';
import { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import { askingAhead } from '../../io/ahead.ts';
import type { Corpus } from '../../io/corpus.ts';
import { recordWriter } from '../../io/writers/record-writer.ts';
import { thousands } from '../../numbers.ts';
import { HammingIndex } from '../../search/hamming-index.ts';
import { NoStoreError } from '../../store/errors.ts';
import { openStore } from '../../store/open-store.ts';
import { newSettings } from '../../store/settings.ts';
import type { Store } from '../../store/store.ts';
import { type CorpusOptions, documentsOf, openCorpus, READING, reportRejects } from '../options/corpus-options.ts';
import { chosenRecipe, isRecipeGiven, type RecipeOptions, recipeBehind } from '../options/recipe-options.ts';
import { withoutUser } from '../options/store-place.ts';
import { blaming, flagOf, givenOptions, WrongUsageError } from '../options/usage.ts';
import { onInterruptAbandon } from '../terminal/interrupt.ts';
import { Progress } from '../terminal/progress.ts';
import { malformedRow, readRow } from '../terminal/summary.ts';
import { type Row, table } from '../terminal/table.ts';
import { ToldTurns } from '../terminal/told-turns.ts';
import { type Kept, KeptList } from './kept-list.ts';
import { checkNothingLost, type KeptOptions, keptIn, onlyWritable, watchReplaced } from './kept-output.ts';
import { Outputs } from './outputs.ts';
import { checkStorable, remember } from './remember.ts';
import { type Removal, RemovedList } from './removed-list.ts';

interface AgainstOptions extends RecipeOptions, CorpusOptions, KeptOptions {
  readonly against?: string;
  readonly distance?: number | 'auto';
  readonly update?: boolean;
  readonly removed?: string;
}

/** The options of dedupe that mean something here. */
const MEANINGFUL: ReadonlySet<string> = new Set([
  ...'against update output outputFormat removed dryRun recipe idf distance workers'.split(' '),
  ...READING,
]);

/** Keeps what resembles neither a stored document nor one that was kept before it. */
export async function dedupeAgainstStore(inputs: string[], options: AgainstOptions, command: Command): Promise<void> {
  const started = performance.now();
  const idle = givenOptions(command).find((name) => !MEANINGFUL.has(name));
  if (idle !== undefined) {
    throw new WrongUsageError(
      `Against a store, which has no texts, fingerprints decide alone, so ${flagOf(idle)} says nothing. ` +
        'Leave it out, or give a corpus or an index as the reference.',
    );
  }
  const { against = '', update = false, dryRun = false, distance: maxDistance } = options;
  if (maxDistance === 'auto') {
    throw new WrongUsageError(
      'A store has one distance, however many it holds. Give --distance a number, or leave it out.',
    );
  }
  const stores = update && !dryRun;
  // That of a store which begins with this run.
  const recipe = isRecipeGiven(options) ? await chosenRecipe(options) : undefined;
  const store = await openStore(against, { readOnly: !stores, recipe, maxDistance }).catch((error: unknown) => {
    // What this run would begin is not there afterwards.
    return update && dryRun && error instanceof NoStoreError ? undefined : blaming(options)(error);
  });
  try {
    const seen = store ?? { ...newSettings({ recipe, maxDistance }), search: async () => [] };
    await new StoreRun(seen, stores ? store : undefined, inputs, options).run(started);
  } finally {
    await store?.close();
  }
}

/** What a run is compared with. */
type Seen = Pick<Store, 'maxDistance' | 'recipeId' | 'search'>;

class StoreRun {
  readonly #seen: Seen;
  /** Where what is kept is stored, if it is. */
  readonly #store: Store | undefined;
  readonly #inputs: readonly string[];
  readonly #options: AgainstOptions;
  readonly #corpus: Corpus;
  readonly #progress = new Progress();
  /** The fingerprints of what is kept, by the numbers of the documents. */
  readonly #index: HammingIndex;
  readonly #kept = new KeptList();
  readonly #removed = new RemovedList();
  #featureless = 0;

  constructor(seen: Seen, store: Store | undefined, inputs: readonly string[], options: AgainstOptions) {
    this.#seen = seen;
    this.#store = store;
    this.#inputs = inputs;
    this.#options = options;
    this.#corpus = openCorpus(inputs, options, { onOrigin: onlyWritable(options) });
    this.#index = new HammingIndex({ maxDistance: seen.maxDistance });
  }

  async run(started: number): Promise<void> {
    const { output, removed, dryRun = false } = this.#options;
    const outputs = new Outputs(dryRun ? {} : { kept: output, removed }, this.#store !== undefined);
    const watch = onInterruptAbandon(outputs);
    const checkReplaced = watchReplaced(this.#inputs, this.#options);
    try {
      await this.#decide();
      reportRejects(this.#corpus, this.#inputs);
      if (!dryRun) await this.#write(outputs, checkReplaced);
      if (this.#store) await remember(this.#kept, this.#corpus, this.#store, this.#progress);
      this.#progress.clear();
      process.stderr.write(table(this.#rows(started)));
    } finally {
      this.#progress.clear();
      outputs.abandon();
      watch.settle();
      this.#corpus.close();
      this.#index.dispose();
    }
  }

  async #decide(): Promise<void> {
    const recipe = await recipeBehind(this.#seen.recipeId, withoutUser(this.#options.against!), this.#options);
    const fingerprinter = new Fingerprinter({ recipe });
    for await (const { item, answer } of askingAhead(this.#queries(fingerprinter), (query) => this.#stored(query))) {
      const { fingerprint } = item;
      const removal = fingerprint === null ? undefined : ((await answer) ?? this.#keptBefore(fingerprint));
      if (fingerprint === null) this.#featureless++;
      this.#removed.push(removal);
      if (!removal) this.#keep(item);
    }
  }

  async *#queries(fingerprinter: Fingerprinter): AsyncGenerator<Kept> {
    for await (const { number, text } of documentsOf(this.#corpus, this.#progress)) {
      const { fingerprint, features } = fingerprinter.inspect(text);
      yield { number, fingerprint: features === 0 ? null : fingerprint };
    }
  }

  /** A stored document wins over one of this run. */
  async #stored({ fingerprint }: Kept): Promise<Removal | undefined> {
    if (fingerprint === null) return undefined;
    const [stored] = await this.#seen.search({ fingerprint }, { limit: 1 });
    return stored && { stored: stored.id, distance: stored.distance };
  }

  #keptBefore(fingerprint: bigint): Removal | undefined {
    const [kept] = this.#index.search(fingerprint, { limit: 1 });
    return kept && { before: kept.id, distance: kept.distance };
  }

  #keep(kept: Kept): void {
    // Before anything is written, since what is kept could not be stored then.
    if (this.#store) checkStorable(this.#corpus.ids.at(kept.number));
    this.#kept.push(kept);
    if (kept.fingerprint !== null) this.#index.add(kept.fingerprint, kept.number);
  }

  async #write(outputs: Outputs, check: () => void): Promise<void> {
    checkNothingLost(this.#corpus, this.#options);
    const writer = await recordWriter(this.#corpus, keptIn(this.#options), outputs.kept);
    const count = this.#corpus.ids.length;
    const turns = new ToldTurns(this.#progress, 'writing', count);
    for (let number = 0; number < count; number++) {
      const because = this.#removed.because(number, this.#corpus.ids);
      if (because) await outputs.remove(() => this.#corpus.record(number), because);
      else await writer.write(number);
      if (turns.isOver) await turns.tell(number);
    }
    await writer.finish();
    outputs.commit(() => {
      check();
      // As without a store: on Windows, nothing replaces a file that is open.
      this.#corpus.close();
    });
  }

  #rows(started: number): Row[] {
    const [removed, likeStored] = [this.#removed.length, this.#removed.likeStored].map(thousands);
    return [
      readRow(this.#corpus, started),
      ['kept', thousands(this.#kept.length), ''],
      ['removed', removed!, `${likeStored} of them resemble a stored document`],
      ['no features', thousands(this.#featureless), 'kept, for they resemble nothing'],
      malformedRow(this.#corpus),
    ];
  }
}
