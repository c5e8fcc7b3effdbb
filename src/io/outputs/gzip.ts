// gzip data (RFC 1952) in a single member, because some readers stop behind the first, without waiting, because outputs
// are written in one go. Node compresses either a whole buffer or a stream that must be awaited. So each block is
// compressed by itself, but may refer to the 32 KiB before it as it could within one stream, and ends with a whole byte
// (a sync flush, as in RFC 1951, 3.2.4): 25 MB of JSONL in blocks of 256 KiB become 0.02 % longer than in one.
/** As far back as deflate data can refer. */
const WINDOW = 32 * 1024;
/** Of no name and time, by an unknown system, so that the same content is the same file. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block that says it is the last. */
const LAST = Buffer.from([3, 0]);

/** Why this Node cannot do so, if that is so: it is to give the module at once, and checksums. */
export const gzipIsMissing =
  'getBuiltinModule' in process ? undefined : 'to compress it takes Node 20.16, or one from 22.3 on';

/** Compresses what is written block by block. */
export class GzipWriter {
  // Not imported: it takes 3 ms to load, and is seldom wanted.
  readonly #zlib = process.getBuiltinModule('node:zlib');
  #isBegun = false;
  #window = Buffer.alloc(0);
  #checksum = 0;
  /** Modulo 2^32, as in the trailer. */
  #length = 0;

  /** What is written for a block. */
  block(bytes: Uint8Array): Buffer {
    const { crc32, deflateRawSync, constants } = this.#zlib;
    const data = deflateRawSync(bytes, { dictionary: this.#window, finishFlush: constants.Z_SYNC_FLUSH });
    this.#window = Buffer.concat([this.#window, bytes.subarray(-WINDOW)]).subarray(-WINDOW);
    this.#checksum = crc32(bytes, this.#checksum);
    this.#length = (this.#length + bytes.length) >>> 0;
    return this.#behindHeader(data);
  }

  /** What is written at the end. */
  end(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.#checksum, 0);
    sums.writeUInt32LE(this.#length, 4);
    return this.#behindHeader(LAST, sums);
  }

  #behindHeader(...data: Buffer[]): Buffer {
    const header = this.#isBegun ? [] : [HEADER];
    this.#isBegun = true;
    return Buffer.concat([...header, ...data]);
  }
}
