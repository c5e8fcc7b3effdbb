import { OutOfMemoryError } from '../errors.ts';
import type { HeapKernel } from './kernel.ts';

/** The allocator of the core gives blocks of up to 2^30 - 16 bytes. */
const LARGEST_BLOCK = 2 ** 30 - 16;

/** Pointers come back signed: above 2 GiB they would be negative. */
export const unsigned = (pointer: number): number => pointer >>> 0;

/** What is used of a Buffer. Its own type, in the types of the library, would be unknown to all that do not know those of Node. */
export interface UnitBytes extends Uint8Array<ArrayBufferLike> {
  write(text: string, at: number, encoding: 'utf16le'): number;
}

/** The one memory of a core: views that are made anew after it has grown, and blocks that are given back. */
export class Memory {
  readonly #kernel: HeapKernel;
  #u8 = new Uint8Array(0);
  #u32 = new Uint32Array(0);
  #u64 = new BigUint64Array(0);
  #scratch = 0;
  #scratchSize = 0;
  #scratchBytes = new Uint8Array(0);
  #scratchBuffer: UnitBytes | undefined;

  constructor(kernel: HeapKernel) {
    this.#kernel = kernel;
  }

  get u8(): Uint8Array<ArrayBuffer> {
    this.#renewViews();
    return this.#u8;
  }

  /** Index it with a pointer / 4. */
  get u32(): Uint32Array {
    this.#renewViews();
    return this.#u32;
  }

  /** Index it with a pointer / 8. */
  get u64(): BigUint64Array {
    this.#renewViews();
    return this.#u64;
  }

  /** The only place that makes views. Growing detaches the old buffer, and views of it have no length any more. */
  #renewViews(): void {
    if (this.#u8.length > 0) return;
    const { buffer } = this.#kernel.memory;
    this.#u8 = new Uint8Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
    this.#scratchBytes = new Uint8Array(0);
  }

  /** A block of at least `size` bytes, to be given back with `release`. */
  allocate(size: number): number {
    if (size > LARGEST_BLOCK) throw outOfMemory(`${size} bytes in one block, of which the limit is ${LARGEST_BLOCK}`);
    return unsigned(this.guard(() => this.#kernel.allocate(size)));
  }

  release(block: number): void {
    this.#kernel.release(block);
  }

  /**
   * A block for the arguments of the next call, used again and again. It is valid until the next `scratch`.
   * One larger than 1 MiB is given back by `trimScratch`.
   */
  scratch(size: number): number {
    if (size > this.#scratchSize) {
      const wanted = Math.max(size, 64 * 1024);
      const block = this.allocate(wanted);
      if (this.#scratchSize > 0) this.release(this.#scratch);
      this.#scratch = block;
      this.#scratchSize = wanted;
      this.#scratchBytes = new Uint8Array(0);
    }
    return this.#scratch;
  }

  /** The bytes of `scratch(size)` and beyond, kept from call to call: making a view costs more than a short text. */
  scratchBytes(size: number): Uint8Array<ArrayBuffer> {
    const at = this.scratch(size);
    const { u8 } = this;
    if (this.#scratchBytes.length === 0) this.#scratchBytes = u8.subarray(at, at + this.#scratchSize);
    return this.#scratchBytes;
  }

  /** The same as a Buffer, which can take a string as it is, where there are Buffers: in Node. */
  scratchBuffer(size: number): UnitBytes | undefined {
    const bytes = this.scratchBytes(size);
    // An older one stands elsewhere, or has been detached.
    if (this.#scratchBuffer?.byteOffset !== bytes.byteOffset || this.#scratchBuffer.length !== bytes.length) {
      this.#scratchBuffer = bufferOf(bytes);
    }
    return this.#scratchBuffer;
  }

  trimScratch(): void {
    if (this.#scratchSize <= 1024 * 1024) return;
    this.release(this.#scratch);
    this.#scratchSize = 0;
  }

  /** Runs a kernel that may need more memory: its trap becomes an error with a name. */
  guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      // Of the core in JavaScript, and of a string that would be longer than the engine has any, it is a RangeError.
      const isTrap = error instanceof RangeError || (error as Error | null)?.name === 'RuntimeError';
      throw isTrap ? outOfMemory('more for this call', { cause: error }) : error;
    }
  }
}

/** Where bytes stand in a memory: copied to its `scratch`, unless they are there already. */
export function place(memory: Memory, bytes: Uint8Array): number {
  if (bytes.buffer === memory.u8.buffer) return bytes.byteOffset;
  const at = memory.scratch(bytes.length);
  memory.u8.set(bytes, at);
  return at;
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): UnitBytes | undefined {
  const { Buffer, process } = globalThis as { Buffer?: BufferConstructor; process?: NodeJS.Process };
  // Pages may have Buffers, too, but those copy units one by one.
  return process?.versions?.node ? Buffer?.from(buffer, byteOffset, length) : undefined;
}

function outOfMemory(wanted: string, options?: ErrorOptions): OutOfMemoryError {
  return new OutOfMemoryError(
    `The 4 GiB of memory cannot give ${wanted}. Dispose what is no longer needed, or split the work.`,
    options,
  );
}
