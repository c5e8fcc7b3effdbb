import { InputError } from '../errors.ts';
import { HEAD } from './head.ts';
import { isZstd } from './zstd.ts';

/** How data begins that is not read here, in hexadecimal digits. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  bzip2: /^425a683[1-9]314159265359/,
  xz: /^fd377a585a00/,
  zip: /^504b0304/,
  lz4: /^04224d18/,
};

/** By what bytes are compressed, if they begin like compressed data, which need not be of a kind that is read here. */
export function compressionOf(head: Uint8Array): string | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (isZstd(head)) return 'zstd';
  const begin = Buffer.from(head.subarray(0, HEAD)).toString('hex');
  return Object.keys(OTHERS).find((kind) => OTHERS[kind]!.test(begin));
}

/** @param name what the bytes are called */
export const otherCompression = (name: string, kind: string): InputError =>
  new InputError(
    `Cannot read ${name}: it is compressed by ${kind}. Decompress it first, or compress it by gzip or zstd.`,
  );
