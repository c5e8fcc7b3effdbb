/** A line of a summary: what, how much of it, and what there is to say of it. */
export type Row = readonly [name: string, value: string, note: string];

/** Rows in columns, a line each. */
export function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([, value]) => value.length));
  return rows
    .map(([name, value, note]) => `${name.padEnd(13)}${value.padStart(width)}${note ? `   ${note}` : ''}\n`)
    .join('');
}

/** Cells in columns, a line each: those of text stand to the left, numbers to the right. The last column is text. */
export function inColumns(rows: readonly (readonly string[])[], textColumns = 0): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const isText = (column: number): boolean => column < textColumns || column === widths.length - 1;
  return rows.map((cells) =>
    cells
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}
