import { existsSync, statSync } from 'node:fs';
import { isUtf8Text } from '../bytes/charset.ts';
import { isCompressed } from '../bytes/compression.ts';
import { HEAD } from '../bytes/head.ts';
import { readAt, withFile } from '../bytes/open-file.ts';
import { formatOf } from '../format-names.ts';
import type { OutputFile } from '../outputs/output-file.ts';

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

/** Why records cannot be added to a file; undefined if it is one of JSONL in plain UTF-8, or is not there yet. */
export function whyNotAppendable(path: string): string | undefined {
  if (formatOf(path) !== 'jsonl' || /zstd?$|gz$/i.test(path)) return 'its name does not end in .jsonl or .ndjson';
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isFile()) return 'it is no file';
  return withFile(path, (file) => {
    const head = readAt(file, 0, HEAD);
    if (isCompressed(head)) return 'it is compressed';
    return isUtf8Text(head, undefined) ? undefined : 'it is not UTF-8';
  });
}

/** Copies a file of lines, if it is there, so that more lines can follow. */
export function copyLines(path: string, output: OutputFile): void {
  if (!existsSync(path)) return;
  withFile(path, (file) => {
    let last: number | undefined;
    for (let position = 0; ; ) {
      const chunk = readAt(file, position, CHUNK);
      if (chunk.length === 0) break;
      output.write(chunk);
      position += chunk.length;
      last = chunk.at(-1);
    }
    if (last !== undefined && last !== NEWLINE) output.write(Uint8Array.of(NEWLINE));
  });
}
