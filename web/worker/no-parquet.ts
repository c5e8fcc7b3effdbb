// It stands in for the writer of Parquet in the page's build, which reads no Parquet and so never writes it.
export function parquetWriter(): never {
  throw new Error('This page writes no Parquet.');
}
