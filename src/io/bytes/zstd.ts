// Zstandard data, a frame at a time (RFC 8878, 3.1). The decoder passes over checksums, and hardly any flipped bit is an
// error to it; so frames are gone through here, block by block, and what comes out of each is compared with its checksum.
import type { Decompress } from 'fzstd';
import { ByteReader } from './byte-reader.ts';
import type { Bytes } from './head.ts';

/** What begins a frame, the lowest byte first. */
const MAGIC = 0xfd2fb528;
/** What begins one that is passed over, as the first that pzstd writes; the last four bits are anybody's. */
const SKIPPED = 0x184d2a50;

const isSkipped = (magic: number): boolean => (magic & 0xfffffff0) >>> 0 === SKIPPED;

/** Whether bytes begin like Zstandard data. */
export function isZstd([a = 0, b = 0, c = 0, d = 0]: Uint8Array): boolean {
  const magic = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  return magic === MAGIC || isSkipped(magic);
}

/** Bytes in each of two fields of the header, by the two bits of its first byte that tell of them. */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const SIZE_BYTES = [0, 2, 4, 8] as const;

/** The widest window, in bits, that the decoder can have memory for; `zstd` has none wider by itself than 27. */
const WIDEST = 30;

/** The two kinds of block whose bytes are not as many as it says. */
const REPEATED_BYTE = 1;
const RESERVED = 3;

type Hash = { update(bytes: Uint8Array): unknown; digest(): bigint };
interface Tools {
  readonly Decompress: typeof Decompress;
  readonly createHash: () => Hash;
}

/**
 * The content of Zstandard data. Not by Node's own decoder: it came with Node 22.15, and before Node 26 it stops after the
 * first frame without a word.
 *
 * @throws {Error} if it is damaged, as far as its checksums tell, or ends within a frame
 */
export async function* unzstd(bytes: Bytes): AsyncGenerator<Buffer> {
  const [{ Decompress }, { default: xxhash }] = await Promise.all([import('fzstd'), import('xxhash-wasm')]);
  const { create64: createHash } = await xxhash();
  const reader = new ByteReader(bytes);
  try {
    while (!(await reader.isAtEnd())) {
      const magic = await reader.take(4);
      const number = magic.readUInt32LE();
      if (number === MAGIC) yield* contentOf(magic, reader, { Decompress, createHash });
      else if (isSkipped(number)) await reader.skip((await reader.take(4)).readUInt32LE());
      else throw new Error('what follows is no Zstandard data');
    }
  } finally {
    await reader.end();
  }
}

async function* contentOf(magic: Buffer, reader: ByteReader, tools: Tools): AsyncGenerator<Buffer> {
  const { header, hasChecksum } = await headerOf(reader);
  const hash = hasChecksum ? tools.createHash() : undefined;
  let ready: Buffer[] = [];
  const decoder = new tools.Decompress((chunk) => {
    hash?.update(chunk);
    if (chunk.length > 0) ready.push(Buffer.from(chunk));
  });
  decoder.push(Buffer.concat([magic, header]));
  for (let isLast = false; !isLast; ready = []) {
    const block = await blockOf(reader);
    isLast = block.isLast;
    decoder.push(block.bytes);
    yield* ready;
  }
  const checksum = await reader.take(hasChecksum ? 4 : 0);
  // Of a few bytes it decodes nothing before it is told that there are no more.
  decoder.push(checksum, true);
  yield* ready;
  if (hash !== undefined && checksum.readUInt32LE() !== Number(BigInt.asUintN(32, hash.digest()))) {
    throw new Error('its checksum is of other content');
  }
}

async function headerOf(reader: ByteReader): Promise<{ header: Buffer; hasChecksum: boolean }> {
  const first = await reader.take(1);
  const descriptor = first[0]!;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeBytes = descriptor >> 6 === 0 && isSingleSegment ? 1 : SIZE_BYTES[descriptor >> 6]!;
  const windowBytes = isSingleSegment ? 0 : 1;
  const rest = await reader.take(windowBytes + DICTIONARY_BYTES[descriptor & 3]! + sizeBytes);
  if (!isSingleSegment && rest[0]! >> 3 > WIDEST - 10) {
    throw new Error(
      `it was compressed with --long=${(rest[0]! >> 3) + 10}, and --long=${WIDEST} is the most that can be read`,
    );
  }
  return { header: Buffer.concat([first, rest]), hasChecksum: (descriptor & 4) !== 0 };
}

/** A block with its header; at most 2 MiB, and 128 KiB where it is as it should be. */
async function blockOf(reader: ByteReader): Promise<{ bytes: Buffer; isLast: boolean }> {
  const head = await reader.take(3);
  const fields = head.readUIntLE(0, 3);
  const kind = (fields >> 1) & 3;
  if (kind === RESERVED) throw new Error('a block is of no known kind');
  const content = await reader.take(kind === REPEATED_BYTE ? 1 : fields >> 3);
  return { bytes: Buffer.concat([head, content]), isLast: (fields & 1) === 1 };
}
