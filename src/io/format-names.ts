/** What an input may be. */
export const FORMATS = ['jsonl', 'json', 'csv', 'tsv', 'parquet', 'lines', 'text', 'html', 'warc'] as const;
export type Format = (typeof FORMATS)[number];
