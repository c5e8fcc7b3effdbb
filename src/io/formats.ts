import { extname } from 'node:path';
import type { Format } from './format-names.ts';
import type { Reading, Source } from './source.ts';

/** Formats in which a whole file is one document. */
export const isOneDocument = (format: Format): format is 'text' | 'html' => format === 'text' || format === 'html';

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.parquet': 'parquet',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.warc': 'warc',
  '.wet': 'warc',
};
const COMPRESSED = ['.gz', '.zst', '.zstd'];
/** Formats whose bytes are not the text itself; to read one as text would be a mistake. */
const UNREADABLE = [
  '.bz2',
  '.xz',
  '.zip',
  '.7z',
  '.tar',
  '.tgz',
  '.rar',
  '.pdf',
  '.docx',
  '.epub',
  '.sqlite',
  '.arrow',
];

/** The format that a file's name tells; undefined if it tells none. `.gz` and `.zst` are looked behind. */
export function formatOf(path: string): Format | undefined {
  const extension = extname(path).toLowerCase();
  return COMPRESSED.includes(extension) ? formatOf(path.slice(0, -extension.length)) : BY_EXTENSION[extension];
}

/** The extension of a file that can surely not be read. */
export function unreadable(path: string): string | undefined {
  const extension = extname(path).toLowerCase();
  return UNREADABLE.includes(extension) ? extension : undefined;
}

/** Opens a file of records; what its format needs is loaded now. */
export async function openRecords(format: Exclude<Format, 'text' | 'html'>, reading: Reading): Promise<Source> {
  switch (format) {
    case 'json':
      return (await import('./formats/json.ts')).openJson(reading);
    case 'csv':
    case 'tsv':
      return (await import('./formats/csv.ts')).openCsv(reading, format);
    case 'parquet':
      return (await import('./formats/parquet.ts')).openParquet(reading);
    case 'warc':
      return new (await import('./formats/warc.ts')).Warc(reading);
    case 'lines':
    case 'jsonl':
      return (await import('./formats/line-records.ts')).openLines(reading, format);
  }
}
