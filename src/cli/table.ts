/** A line of a summary: what, how much of it, and what there is to say of it. */
export type Row = readonly [name: string, value: string, note: string];

/** Rows in columns, a line each. */
export function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([, value]) => value.length));
  return rows
    .map(([name, value, note]) => `${name.padEnd(13)}${value.padStart(width)}${note ? `   ${note}` : ''}\n`)
    .join('');
}
