// What goes out of a store and into it as lines of JSONL.

import { HammingbirdError } from '../errors.ts';
import { nameOf, namesOf } from '../io/bytes/input-bytes.ts';
import { InputError } from '../io/errors.ts';
import { RejectList, type Rejects } from '../io/reject-list.ts';
import { noFingerprintIn } from '../io/side-files/fingerprint-file.ts';
import { counted, thousands } from '../numbers.ts';
import { DocumentExistsError, StoreFailedError } from '../store/errors.ts';
import { exportFile, exportLine } from '../store/export-file.ts';
import { openStore } from '../store/open-store.ts';
import type { NewDocument, Store } from '../store/store.ts';
import { isRecipeGiven, type RecipeOptions, recipeBehind } from './options/recipe-options.ts';
import { blaming } from './options/usage.ts';
import { onInterruptAbandon } from './terminal/interrupt.ts';
import { inTurns, Progress } from './terminal/progress.ts';
import { rejectLines } from './terminal/rejects.ts';
import { type Row, table } from './terminal/table.ts';
import { writing } from './terminal/writing.ts';

interface ImportOptions extends RecipeOptions {
  readonly distance?: number;
}

/** What is stored is stored, and nothing is stored twice. */
const LEFT = 'The documents stored so far stay; the same command stores the rest.';

export async function exportStore(store: Store, path: string): Promise<void> {
  const progress = new Progress();
  await writing(path, async (output) => {
    for await (const document of inTurns(store.export(), progress, soMany)) {
      output.writeLine(exportLine(document, store.recipeId));
    }
  });
}

export async function importStore(where: string, paths: string[], options: ImportOptions): Promise<void> {
  const progress = new Progress();
  const files = paths.map((path) => exportFile(path));
  const documents = inTurns(documentsOf(files), progress, soMany);
  // The first line says what recipe a new store has.
  const first = await documents.next();
  const said = files.find(({ recipe }) => recipe !== undefined);
  if (said === undefined && files.some(({ rejects }) => rejects.length > 0)) {
    process.stderr.write(rejectLines(rejectsOf(files)));
    throw noFingerprintIn(paths);
  }
  // Those of an empty corpus do not say it, and a store by another one would refuse the next.
  if (said === undefined && !isRecipeGiven(options)) {
    process.stderr.write(table([['documents', '0', `nothing to store in ${namesOf(paths)}`]]));
    return;
  }
  const recipe = await recipeBehind(said?.recipe, nameOf(said?.path ?? paths[0]!), options);
  const store = await openStore(where, { recipe, maxDistance: options.distance }).catch(blaming(options));
  const watch = onInterruptAbandon({ left: LEFT });
  try {
    const before = await store.size();
    const count = await store.load(first.done ? [] : chained(first.value, documents)).catch(async (error: unknown) => {
      if (!(error instanceof HammingbirdError)) throw error;
      if (error instanceof StoreFailedError) throw new StoreFailedError(`${error.message} ${LEFT}`, { cause: error });
      throw notAll(error, paths, (await store.size()) - before);
    });
    progress.clear();
    const rejects = rejectsOf(files);
    process.stderr.write(rejectLines(rejects));
    const added = (await store.size()) - before;
    const rows: Row[] = [
      ['documents', thousands(count), `in ${paths.length} ${paths.length === 1 ? 'file' : 'files'}`],
      ['new', thousands(added), 'the others were stored before, or come twice'],
      ['malformed', thousands(rejects.length), 'lines passed over'],
      ['recipe', '', store.recipeId],
    ];
    process.stderr.write(table(rows));
  } finally {
    watch.settle();
    progress.clear();
    await store.close();
  }
}

/** What is stored, and, where an id is there with another fingerprint, or comes twice, what is to be done: nobody can call `update` here. */
function notAll(error: HammingbirdError, paths: readonly string[], added: number): InputError {
  const stored = `${counted(added, 'new document')} ${added === 1 ? 'is' : 'are'} stored.`;
  const message =
    error instanceof DocumentExistsError
      ? `Cannot store all of ${namesOf(paths)}: ${JSON.stringify(error.id)} is stored with another fingerprint, or comes twice. ${stored} Give that line another id, or remove it, and run this again.`
      : `${error.message} ${stored}`;
  return new InputError(message, { cause: error });
}

const rejectsOf = (files: readonly ReturnType<typeof exportFile>[]): Rejects =>
  RejectList.joined(files.map(({ rejects }) => rejects));

const soMany = (count: number): string => counted(count, 'document');

/** @throws {RecipeMismatchError} if two files are by different recipes */
async function* documentsOf(
  files: readonly ReturnType<typeof exportFile>[],
): AsyncGenerator<NewDocument, void, undefined> {
  let recipe: string | undefined;
  for (const file of files) {
    file.recipe = recipe;
    for await (const { record } of file.read()) yield record.document;
    recipe = file.recipe;
  }
}

async function* chained(first: NewDocument, others: AsyncIterable<NewDocument>): AsyncGenerator<NewDocument> {
  yield first;
  yield* others;
}
