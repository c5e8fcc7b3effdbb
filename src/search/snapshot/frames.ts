// What is saved is a file head and frames. A frame is a head (u32 length, u32 type, u64 checksum; little-endian) and so
// many bytes; its checksum follows on that of the frame before it, so that none can be missing, twice or elsewhere.

import { CorruptDataError, InvalidArgumentError } from '../../errors.ts';
import { isIterable, isSeveral, type Several } from '../../iterable.ts';
import { shown } from '../../shown.ts';
import { isTypedArray } from '../../typed-arrays.ts';
import { decodable } from '../../utf8.ts';
import { checksum } from '../../wasm/checksum.ts';
import { type IndexCore, indexCore } from '../../wasm/core.ts';
import { GrowingColumn } from '../column.ts';

/** «HBIRD», framed as PNG has it: a byte above ASCII and line ends, which transfers as text would change. */
const MAGIC: readonly number[] = [0x89, 0x48, 0x42, 0x49, 0x52, 0x44, 0x0d, 0x0a];
const FORMAT_VERSION = 1;
/** The head of the file has so many bytes, and that of each frame. */
export const HEAD_BYTES = 16;

/** No frame has more bytes, so that no length can ask for more memory than there is. */
const LARGEST_FRAME = 512 * 1024;

const END = 0;

/** What is saved, by its number in the head. */
const KINDS = { HammingIndex: 1, DocumentIndex: 2, SeenIndex: 3 } as const;
export type Kind = keyof typeof KINDS;

/** Whether bytes begin like an index that was saved, of whatever kind. */
export function isIndex(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** Refuses data. */
export function corrupt(problem: string, cause?: unknown): CorruptDataError {
  const message = `This is no index that was saved whole: ${problem}. Load another copy, or make the index anew.`;
  return new CorruptDataError(message, { cause });
}

/** Makes the frames of what is saved, in their order. */
export class FrameWriter {
  readonly #core: IndexCore;
  #checksum = 0n;

  constructor(core: IndexCore) {
    this.#core = core;
  }

  head(kind: Kind): Uint8Array {
    const bytes = new Uint8Array(HEAD_BYTES);
    const view = viewOf(bytes);
    bytes.set(MAGIC);
    view.setUint32(8, FORMAT_VERSION, true);
    view.setUint32(12, KINDS[kind], true);
    return bytes;
  }

  frame(type: number, payload: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(HEAD_BYTES + payload.length);
    const view = viewOf(bytes);
    bytes.set(payload, HEAD_BYTES);
    this.#checksum = frameChecksum(this.#core, this.#checksum, type, payload);
    view.setUint32(0, payload.length, true);
    view.setUint32(4, type, true);
    view.setBigUint64(8, this.#checksum, true);
    return bytes;
  }

  end(): Uint8Array {
    return this.frame(END, new Uint8Array(0));
  }
}

function frameChecksum(core: IndexCore, before: bigint, type: number, payload: Uint8Array): bigint {
  return checksum(core, before ^ BigInt(type), payload);
}

/** Reads what was saved from chunks that are cut anywhere. */
export class FrameReader {
  readonly #parts: Generator<number, void, Uint8Array>;
  /** How many bytes the next part has, and how many of them have come; undefined after the end. */
  #wanted: number | undefined;
  readonly #begun = new GrowingColumn(new Uint8Array(0));

  /** @param take gets frames that are known to be whole: bytes that are valid only while it runs */
  constructor(core: IndexCore, kind: Kind, take: (type: number, payload: Uint8Array) => void) {
    this.#parts = partsOf(core, kind, take);
    this.#wanted = this.#parts.next().value ?? undefined;
  }

  /** @throws {CorruptDataError} as soon as something is wrong */
  push(chunk: Uint8Array): void {
    if (!isTypedArray('Uint8Array', chunk)) throw new InvalidArgumentError(`A chunk is bytes, not ${shown(chunk)}.`);
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#wanted === undefined) throw corrupt('something stands behind its end');
      let part = rest.subarray(0, this.#wanted - this.#begun.length);
      rest = rest.subarray(part.length);
      if (part.length < this.#wanted) {
        this.#begun.append(part);
        if (this.#begun.length < this.#wanted) return;
        part = this.#begun.take();
      }
      this.#wanted = this.#parts.next(part).value ?? undefined;
    }
  }

  /** @throws {CorruptDataError} if there should be more */
  finish(): void {
    if (this.#wanted !== undefined) throw corrupt('it is cut off');
  }
}

/** What has been saved, part by part: yields how many bytes come next, and is given them. */
function* partsOf(
  core: IndexCore,
  kind: Kind,
  take: (type: number, payload: Uint8Array) => void,
): Generator<number, void, Uint8Array> {
  checkHead(yield HEAD_BYTES, kind);
  for (let before = 0n; ; ) {
    const head = viewOf(yield HEAD_BYTES);
    const length = head.getUint32(0, true);
    const type = head.getUint32(4, true);
    const expected = head.getBigUint64(8, true);
    if (length > LARGEST_FRAME) throw corrupt(`one of its frames has ${length} bytes, more than ${LARGEST_FRAME}`);
    const payload = length === 0 ? new Uint8Array(0) : yield length;
    before = frameChecksum(core, before, type, payload);
    if (before !== expected) throw corrupt('a checksum differs');
    if (type === END) return;
    take(type, payload);
  }
}

function checkHead(bytes: Uint8Array, kind: Kind): void {
  const view = viewOf(bytes);
  if (!isIndex(bytes)) throw corrupt('it begins with other bytes');
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) {
    throw new CorruptDataError(`This index has the format ${version}, not ${FORMAT_VERSION}: update hammingbird.`);
  }
  const saved = view.getUint32(12, true);
  if (saved === KINDS[kind]) return;
  const name = Object.entries(KINDS).find(([, number]) => number === saved)?.[0] ?? 'something unknown';
  throw corrupt(`it holds ${name}, and not ${kind}`);
}

/** Makes something of the frames of what was saved. */
export interface SnapshotReader<Restored> {
  readonly kind: Kind;
  /** Takes a frame, whose bytes are valid only while it runs. */
  take(type: number, payload: Uint8Array): void;
  /** What they were, after the last. */
  finish(): Restored;
  /** Gives up what was taken, if something is wrong. */
  discard?(): void;
}

/** What was saved, from its bytes, in one piece or in chunks. Whatever is thrown, no memory is kept. */
export function readSnapshot<T>(bytes: Uint8Array | Iterable<Uint8Array>, reader: SnapshotReader<T>): T {
  const chunks = chunksOf(bytes);
  if (!isIterable(chunks)) {
    throw new InvalidArgumentError('Chunks that have to be waited for are read by fromChunks().');
  }
  const frames = framesFor(reader);
  try {
    for (const chunk of chunks) frames.push(chunk);
    frames.finish();
    return reader.finish();
  } catch (error) {
    reader.discard?.();
    throw error;
  }
}

/** The same from chunks that have to be waited for. */
export async function readSnapshotChunks<T>(source: Several<Uint8Array>, reader: SnapshotReader<T>): Promise<T> {
  const chunks = chunksOf(source);
  const frames = framesFor(reader);
  try {
    for await (const chunk of chunks) frames.push(chunk);
    frames.finish();
    return reader.finish();
  } catch (error) {
    reader.discard?.();
    throw error;
  }
}

function framesFor(reader: SnapshotReader<unknown>): FrameReader {
  return new FrameReader(indexCore(), reader.kind, (type, payload) => reader.take(type, payload));
}

/** Bytes in one piece are a chunk. */
function chunksOf<Chunks>(source: Uint8Array | Chunks): Uint8Array[] | Chunks {
  if (isSeveral(source)) return ArrayBuffer.isView(source) ? [source as Uint8Array] : source;
  throw new InvalidArgumentError(`An index is read from a Uint8Array or from chunks of it, not ${shown(source)}.`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** The object that a frame has as JSON. */
export function parseObject(payload: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(decoder.decode(decodable(payload)));
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch (cause) {
    throw corrupt('its description cannot be read', cause);
  }
  throw corrupt('its description is none');
}
