import type { Format } from '../format-names.ts';
import type { ReadingPages, RecordSource } from '../source.ts';

/** Opens a file of records; what its format needs is loaded now. */
export async function openRecords(
  format: Exclude<Format, 'text' | 'html'>,
  reading: ReadingPages,
): Promise<RecordSource> {
  switch (format) {
    case 'json':
      return (await import('./json.ts')).openJson(reading);
    case 'csv':
    case 'tsv':
      return (await import('./csv.ts')).openCsv(reading, format);
    case 'parquet':
      return (await import('./parquet.ts')).openParquet(reading);
    case 'warc':
      return new (await import('./warc.ts')).Warc(reading);
    case 'lines':
    case 'jsonl':
      return (await import('./line-records.ts')).openLines(reading, format);
  }
}
