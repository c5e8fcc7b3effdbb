const SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i;

/** A size and what it is extended by; a longer line is none. */
const LONGEST_LINE = 4096;

/** What follows the last chunk: fields, and an empty line. */
const END = /^(?:[\w-]+:.*\r?\n)*(?:\r?\n)?$/;

/**
 * What was transferred in chunks, without their sizes and the fields after the last one. Bytes that are none, since whoever
 * archived them put the chunks together and left the header as it was, stay as they are.
 */
export function withoutChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes.subarray(at, at + LONGEST_LINE).indexOf('\n');
    const [, digits] = SIZE.exec(bytes.toString('latin1', at, at + Math.max(length, 0))) ?? [];
    if (digits === undefined) break;
    const start = at + length + 1;
    const size = Number.parseInt(digits, 16);
    const isFirst = chunks.length === 0;
    if (size === 0) {
      if (isFirst && !END.test(bytes.toString('latin1', start, start + LONGEST_LINE))) break;
      return Buffer.concat(chunks);
    }
    const end = start + size;
    const isWhole = bytes.toString('latin1', end, end + 2) === '\r\n';
    const isCutOff = !isFirst && end + 2 > bytes.length;
    if (!isWhole && !isCutOff) break;
    chunks.push(bytes.subarray(start, end));
    at = end + 2;
  }
  return Buffer.concat([...chunks, bytes.subarray(at)]);
}
