import type { Format } from './format-names.ts';
import type { Reading, Source } from './source.ts';

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
