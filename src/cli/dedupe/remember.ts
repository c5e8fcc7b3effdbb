// How a store remembers what hammingbird dedupe kept.
import { HammingbirdError, InvalidArgumentError } from '../../errors.ts';
import { toHex } from '../../fingerprint/fingerprint.ts';
import type { Corpus } from '../../io/corpus.ts';
import { DistinctIds } from '../../io/distinct-ids.ts';
import type { Id } from '../../io/id.ts';
import { thousands } from '../../numbers.ts';
import { checkId } from '../../store/check.ts';
import { DocumentExistsError, StoreFailedError } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import { onInterruptAbandon } from '../terminal/interrupt.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Kept, KeptList } from './kept-list.ts';

/** A document that is kept, as it is to be stored. */
interface Remembered {
  readonly id: string;
  readonly fingerprint: bigint | null;
  /** Whoever is stored under its id is an earlier form of it, of which this one takes the place. */
  readonly isSuccessor: boolean;
}

/** Documents that are stored at once. */
const PORTION = 1000;

/** The same command once more would find what is stored, and write the files without it. */
const LEFT =
  'What was kept was written, but not all of it is stored. Store the rest from there, by hammingbird fingerprint and ' +
  'hammingbird store import; the same command would remove what is stored already.';

/** What another text is stored under whose id is taken. */
const idBeside = (id: string, fingerprint: bigint): string => `${id}#${toHex(fingerprint)}`;

/** @throws {InvalidArgumentError} unless a document can be stored under its id, be that taken or not */
export function checkStorable(id: Id): void {
  const name = String(id);
  attempt(() => checkId(name), `${shortened(name)} cannot be stored`);
  attempt(() => checkId(idBeside(name, 0n)), `${shortened(name)} cannot be stored beside another text of that id`);
}

const shortened = (id: string): string => JSON.stringify(id.slice(0, 80));

function attempt(check: () => void, failed: string): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(`${failed}: ${error.message}`, { cause: error });
  }
}

/**
 * Stores what was kept, when it has been written.
 *
 * @throws {StoreFailedError} that says what to do, if that fails halfway
 */
export async function remember(kept: KeptList, corpus: Corpus, store: Store, progress: Progress): Promise<void> {
  const watch = onInterruptAbandon({ left: LEFT });
  const names = new DistinctIds();
  try {
    for (let start = 0; start < kept.length; start += PORTION) {
      const length = Math.min(PORTION, kept.length - start);
      await storeAll(
        store,
        Array.from({ length }, (_, i) => named(kept.at(start + i), corpus, names)),
      );
      const stored = start + length;
      progress.say(() => `storing: ${thousands(stored)} of ${thousands(kept.length)} documents`);
    }
  } catch (error) {
    if (!(error instanceof HammingbirdError)) throw error;
    throw new StoreFailedError(`${error.message} ${LEFT}`, { cause: error });
  } finally {
    watch.settle();
  }
}

/** @param names those that this run has stored documents under, which stay */
function named({ number, fingerprint }: Kept, corpus: Corpus, names: DistinctIds): Remembered {
  const id = String(corpus.ids.at(number));
  const count = names.length;
  const isNew = names.add(id) === count;
  return { id, fingerprint, isSuccessor: isNew && !isPlace(id, corpus.locate(number).source.path) };
}

/** Whether a record without an id is called so, as another one will be in the next file of that name. */
const isPlace = (id: string, path: string): boolean =>
  id.startsWith(`${path}:`) && /^\d+$/.test(id.slice(path.length + 1));

async function storeAll(store: Store, documents: readonly Remembered[]): Promise<void> {
  try {
    await store.load(documents.map(({ id, fingerprint }) => ({ id, fingerprint })));
  } catch (error) {
    if (!(error instanceof DocumentExistsError)) throw error;
    for (const document of documents) await storeOne(store, document);
  }
}

async function storeOne(store: Store, { id, fingerprint, isSuccessor }: Remembered): Promise<void> {
  try {
    await store.insert({ id, fingerprint });
  } catch (error) {
    if (!(error instanceof DocumentExistsError)) throw error;
    if (isSuccessor) await store.update({ id, fingerprint });
    else if (fingerprint !== null) await store.insert({ id: idBeside(id, fingerprint), fingerprint });
  }
}
