import { nameOf } from '../bytes/input-bytes.ts';
import { behindMark, withoutMark } from '../bytes/lines.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Stored } from '../bytes/storage.ts';
import { InputError } from '../errors.ts';
import type { Reading } from '../source.ts';

/** The rows of a table, and what separates their cells. */
export interface Delimited {
  readonly rows: Stored;
  readonly delimiter: string;
  /** The line before the rows, without its newline, that tells Excel the delimiter: `sep=;` */
  readonly separatorLine?: Buffer;
}

/**
 * What a line before the rows says separates their cells, or a tab, in TSV, or a comma, or what of semicolons, tabs and bars
 * is there instead, or makes as many columns as were named.
 *
 * @throws {InputError} if lines end with carriage returns
 */
export function delimited(stored: Stored, reading: Reading, format: 'csv' | 'tsv'): Delimited {
  return bySeparatorLine(stored) ?? byFirstRow(stored, reading, format);
}

function bySeparatorLine(stored: Stored): Delimited | undefined {
  const head = headOf(stored);
  const newline = head.indexOf('\n');
  const separatorLine = head.subarray(0, Math.max(newline, 0));
  const [, delimiter] = /^sep=([^"\r])\r?$/i.exec(withoutMark(separatorLine)) ?? [];
  if (delimiter === undefined) return undefined;
  return { rows: { ...stored, start: stored.start + newline + 1 }, delimiter, separatorLine };
}

function byFirstRow(stored: Stored, { path, columns }: Reading, format: 'csv' | 'tsv'): Delimited {
  const row = bareFirstRow(stored);
  // All rows would be names of columns, and the table be empty.
  if (/\r./s.test(row)) throw new InputError(`Cannot read ${nameOf(path)}: ${RETURN_ALONE}.`);
  const delimiter = format === 'tsv' ? '\t' : delimiterOf(row, columns?.length);
  // Before a header the mark stays; a row may come to stand anywhere.
  return { rows: columns ? behindMark(stored) : stored, delimiter };
}

const RETURN_ALONE = 'in its first line is a carriage return that no newline follows; let lines end with a newline';

const headOf = ({ file, start, end }: Stored): Buffer => readAt(file, start, Math.min(64 * 1024, end - start));

/** The first row without what stands in quotes, which is of a cell, even a line end. */
function bareFirstRow(stored: Stored): string {
  const [row = ''] = withoutMark(headOf(stored))
    .replace(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split('\n', 1);
  return row;
}

function delimiterOf(row: string, columns: number | undefined): string {
  const there = [',', ';', '\t', '|'].filter((delimiter) => row.includes(delimiter));
  return there.find((delimiter) => row.split(delimiter).length === columns) ?? there[0] ?? ',';
}
