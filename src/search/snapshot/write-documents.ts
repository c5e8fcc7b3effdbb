import { encoder } from '../../utf8.ts';
import { indexCore } from '../../wasm/core.ts';
import { FrameWriter } from './frames.ts';

/** Types of frames: what describes the documents; their numbers and ids; and the chunks of their index. */
export const DOCUMENTS = 1;
export const IDS = 2;
export const INDEX = 3;

/** What is saved about documents before their ids. */
export interface DocumentsDescription {
  readonly recipe: string;
  readonly count: number;
  readonly nextNumber: number;
}

/** As JSON a UTF-16 unit takes at most six bytes, so that these and the longest id fit a frame. */
const UNITS_A_FRAME = 16 * 1024;

/**
 * Documents as chunks: their ids, and the index that knows them by their numbers.
 *
 * @param chunks the snapshot of their index, which notices changes: each of the documents is one of the index
 */
export function* writeDocuments(
  recipe: string,
  chunks: Generator<Uint8Array, void, undefined>,
  ids: ReadonlyMap<number, string>,
  nextNumber: number,
): Generator<Uint8Array, void, undefined> {
  const writer = new FrameWriter(indexCore());
  const json = (type: number, value: unknown) => writer.frame(type, encoder.encode(JSON.stringify(value)));
  // First of all: it throws if there were changes.
  const first = chunks.next().value;
  const description: DocumentsDescription = { recipe, count: ids.size, nextNumber };
  yield writer.head('DocumentIndex');
  yield json(DOCUMENTS, description);
  for (const batch of batches(ids)) {
    yield json(IDS, { numbers: batch.map(([number]) => number), ids: batch.map(([, id]) => id) });
  }
  if (first) yield writer.frame(INDEX, first);
  for (const chunk of chunks) yield writer.frame(INDEX, chunk);
  yield writer.end();
}

function* batches(ids: ReadonlyMap<number, string>): Generator<[number, string][], void, undefined> {
  let batch: [number, string][] = [];
  let units = 0;
  for (const [number, id] of ids) {
    batch.push([number, id]);
    // A number takes as much as a short id.
    units += id.length + 16;
    if (units < UNITS_A_FRAME) continue;
    yield batch;
    batch = [];
    units = 0;
  }
  if (batch.length > 0) yield batch;
}
