// What is saved is a file head and frames. A frame is a head (u32 length, u32 type, u64 checksum; little-endian) and so
// many bytes; its checksum follows on that of the frame before it, so that none can be missing, twice or elsewhere.

import { CorruptDataError, InvalidArgumentError } from '../../errors.ts';
import { isIterable, isSource } from '../../iterable.ts';
import { shown } from '../../shown.ts';
import { isTypedArray } from '../../typed-arrays.ts';
import { checksum } from '../../wasm/checksum.ts';
import type { IndexCore } from '../../wasm/core.ts';

/** «HBIRD», framed as PNG has it: a byte above ASCII and line ends, which transfers as text would change. */
export const MAGIC: readonly number[] = [0x89, 0x48, 0x42, 0x49, 0x52, 0x44, 0x0d, 0x0a];
const FORMAT_VERSION = 1;
/** The head of the file has so many bytes, and that of each frame. */
export const HEAD_BYTES = 16;

/** No frame has more bytes, so that no length can ask for more memory than there is. */
const LARGEST_FRAME = 512 * 1024;

const END = 0;

/** What is saved, by its number in the head. */
const KINDS = { HammingIndex: 1, DocumentIndex: 2, SeenIndex: 3 } as const;
export type Kind = keyof typeof KINDS;

/** Refuses data. */
export function corrupt(problem: string, cause?: unknown): CorruptDataError {
  const message = `This is no index that was saved whole: ${problem}. Load another copy, or make the index anew.`;
  return new CorruptDataError(message, { cause });
}

/** Throws unless something may be read from, without waiting if `isSync`. */
export function checkSource(source: unknown, isSync: boolean): void {
  if (!isSource(source)) {
    throw new InvalidArgumentError(`An index is read from a Uint8Array or from chunks of it, not ${shown(source)}.`);
  }
  if (isSync && !isIterable(source)) {
    throw new InvalidArgumentError('Chunks that have to be waited for are read by fromChunks().');
  }
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
    const view = new DataView(bytes.buffer);
    bytes.set(MAGIC);
    view.setUint32(8, FORMAT_VERSION, true);
    view.setUint32(12, KINDS[kind], true);
    return bytes;
  }

  frame(type: number, payload: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(HEAD_BYTES + payload.length);
    const view = new DataView(bytes.buffer);
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

/** Reads what was saved from chunks that are cut anywhere. Frames come to `take` when they are known to be whole. */
export class FrameReader {
  readonly #core: IndexCore;
  readonly #kind: Kind;
  readonly #take: (type: number, payload: Uint8Array) => void;
  #next: (bytes: Uint8Array) => void = this.#readHead;
  /** The beginning of what `#next` waits for. */
  readonly #begun = new GrowingBytes();
  #wanted = HEAD_BYTES;
  #checksum = 0n;
  #hasEnded = false;

  /** @param take gets bytes that are valid only while it runs */
  constructor(core: IndexCore, kind: Kind, take: (type: number, payload: Uint8Array) => void) {
    this.#core = core;
    this.#kind = kind;
    this.#take = take;
  }

  /** @throws {CorruptDataError} as soon as something is wrong */
  push(chunk: Uint8Array): void {
    if (!isTypedArray('Uint8Array', chunk)) throw new InvalidArgumentError(`A chunk is bytes, not ${shown(chunk)}.`);
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#hasEnded) throw corrupt('something stands behind its end');
      const missing = this.#wanted - this.#begun.length;
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      if (part.length === this.#wanted) this.#next(part);
      else if (this.#begun.append(part) === this.#wanted) this.#next(this.#begun.take());
    }
  }

  /** @throws {CorruptDataError} if there should be more */
  finish(): void {
    if (!this.#hasEnded) throw corrupt('it is cut off');
  }

  #readHead(bytes: Uint8Array): void {
    const view = viewOf(bytes);
    if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw corrupt('it begins with other bytes');
    const version = view.getUint32(8, true);
    if (version !== FORMAT_VERSION) {
      throw corrupt(`its format has the version ${version}, and this hammingbird reads ${FORMAT_VERSION}`);
    }
    const kind = view.getUint32(12, true);
    if (kind !== KINDS[this.#kind]) {
      const name = Object.entries(KINDS).find(([, number]) => number === kind)?.[0] ?? 'something unknown';
      throw corrupt(`it holds ${name}, and not ${this.#kind}`);
    }
    this.#next = this.#readFrameHead;
  }

  #readFrameHead(bytes: Uint8Array): void {
    const view = viewOf(bytes);
    const length = view.getUint32(0, true);
    const type = view.getUint32(4, true);
    const sum = view.getBigUint64(8, true);
    if (length > LARGEST_FRAME) throw corrupt(`one of its frames has ${length} bytes, more than ${LARGEST_FRAME}`);
    this.#next = (payload) => this.#readPayload(type, sum, payload);
    this.#wanted = length;
    if (length === 0) this.#next(bytes.subarray(0, 0));
  }

  #readPayload(type: number, sum: bigint, payload: Uint8Array): void {
    this.#checksum = frameChecksum(this.#core, this.#checksum, type, payload);
    if (this.#checksum !== sum) throw corrupt('a checksum differs, so it has been changed');
    this.#next = this.#readFrameHead;
    this.#wanted = HEAD_BYTES;
    if (type === END) this.#hasEnded = true;
    else this.#take(type, payload);
  }
}

/** Bytes that come piece by piece, up to a frame. */
class GrowingBytes {
  #bytes = new Uint8Array(0);
  length = 0;

  /** Returns how many there are now. */
  append(part: Uint8Array): number {
    const wanted = this.length + part.length;
    if (wanted > this.#bytes.length) {
      const longer = new Uint8Array(2 * wanted);
      longer.set(this.#bytes.subarray(0, this.length));
      this.#bytes = longer;
    }
    this.#bytes.set(part, this.length);
    this.length = wanted;
    return wanted;
  }

  /** All of them, valid until the next `append`. */
  take(): Uint8Array {
    const all = this.#bytes.subarray(0, this.length);
    this.length = 0;
    return all;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** The object that a frame has as JSON. */
export function parseObject(payload: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(decoder.decode(payload));
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch (cause) {
    throw corrupt('its description cannot be read', cause);
  }
  throw corrupt('its description is none');
}
