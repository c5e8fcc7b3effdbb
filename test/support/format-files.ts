// Makes files of every format that the command reads.
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';

export interface Document {
  readonly id: string;
  readonly text: string;
}

/** Of several scripts, and of what a format has to quote. */
export const DOCUMENTS: readonly Document[] = [
  { id: 'a', text: 'Plain words, and a comma.' },
  { id: 'b', text: 'Two lines\nof “text”, said "she"; 中文 too' },
  { id: 'c', text: 'caf\u00e9 \ud83d\ude00 & <angle> brackets' },
  { id: 'd', text: 'back\\slash \\n and a tab\there' },
  { id: 'e', text: 'the last one' },
];

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

export const jsonl = (documents: readonly Document[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');

export const json = (documents: readonly Document[]): string => JSON.stringify(documents, undefined, 2);

export const csv = (documents: readonly Document[], delimiter = ','): string =>
  [`id${delimiter}text`, ...documents.map(({ id, text }) => `${id}${delimiter}${quoted(text)}`)].join('\r\n');

export const parquet = (documents: readonly Document[], rowGroupSize = 2): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: documents.map(({ id }) => id), type: 'STRING' },
        { name: 'text', data: documents.map(({ text }) => text), type: 'STRING' },
      ],
      rowGroupSize,
    }),
  );

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const page = (text: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>t</title></head><body><p>${escaped(text)}</p></body></html>`;

/** A record of a web archive. */
export function warcRecord(type: string, url: string, contentType: string, block: Uint8Array): Buffer {
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2024-01-01T00:00:00Z',
    'WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>',
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

export function warcResponse(url: string, headers: readonly string[], body: Uint8Array, status = '200 OK'): Buffer {
  const head = Buffer.from(`${[`HTTP/1.1 ${status}`, ...headers].join('\r\n')}\r\n\r\n`);
  return warcRecord('response', url, 'application/http; msgtype=response', Buffer.concat([head, body]));
}

export const warc = (documents: readonly Document[]): Buffer =>
  Buffer.concat([
    warcRecord('warcinfo', '', 'application/warc-fields', Buffer.from('software: a test\r\n')),
    ...documents.flatMap(({ id, text }) => [
      warcRecord('request', id, 'application/http; msgtype=request', Buffer.from('GET / HTTP/1.1\r\n\r\n')),
      warcResponse(id, ['Content-Type: text/html; charset=utf-8'], Buffer.from(page(text))),
    ]),
  ]);

/** As web archives are compressed: gzip members one after another. */
export const gzip = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content);
  const half = bytes.length >> 1;
  return Buffer.concat([gzipSync(bytes.subarray(0, half)), gzipSync(bytes.subarray(half))]);
};

/** printf '{"text": "tick tock tick tock tick tock"}\n' | zstd -19 */
export const ZSTD_FRAME = Buffer.from('KLUv/QRo7QAAuHsidGV4dCI6ICJ0aWNrIHRvY2sgIn0KAQCaFCZF873D', 'base64');

/** A frame of Zstandard with blocks that are stored as they are (RFC 8878, 3.1.1). */
export function zstd(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const pieces: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38])];
  for (let at = 0; at === 0 || at < bytes.length; at += 65_536) {
    const block = bytes.subarray(at, at + 65_536);
    const header = (block.length << 3) | (at + 65_536 >= bytes.length ? 1 : 0);
    pieces.push(Buffer.from([header & 255, (header >> 8) & 255, header >> 16]), block);
  }
  return Buffer.concat(pieces);
}
