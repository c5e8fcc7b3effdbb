import { isUtf8 } from 'node:buffer';
import { nameOf } from '../bytes/input-bytes.ts';
import { withoutMark } from '../bytes/lines.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Stored } from '../bytes/storage.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { distinctNames } from '../distinct-names.ts';
import { changed, InputError } from '../errors.ts';
import { type Found, isGarbled, joinTexts, listed, NOT_UTF8 } from '../records.ts';
import type { Reading, Source } from '../source.ts';
import { bareRow, parseRow, type Row, readRows } from './csv-rows.ts';

/** Where in a row the id and the texts are. */
interface Columns {
  readonly id: number | undefined;
  readonly text: readonly number[];
}

/** Opens a table whose first row names the columns: by commas, or by semicolons, tabs or bars if its header has no comma. */
export async function openCsv(reading: Reading, format: 'csv' | 'tsv'): Promise<Source> {
  const stored = await reading.storage.keepText(reading.path, reading.charset);
  const header = bareHeader(stored);
  // All rows would be names of columns, and the table be empty.
  if (/\r./s.test(header)) throw new InputError(`Cannot read ${nameOf(reading.path)}: ${RETURN_ALONE}.`);
  return new Csv(stored, reading, format, format === 'tsv' ? '\t' : delimiterOf(header));
}

const RETURN_ALONE = 'in its header is a carriage return that no newline follows; let lines end with a newline';

/** The header without what stands in quotes, which is of a name, even a line end. */
function bareHeader({ file, start, end }: Stored): string {
  const head = withoutMark(readAt(file, start, Math.min(64 * 1024, end - start)));
  const [header = ''] = head
    .replace(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split('\n', 1);
  return header;
}

function delimiterOf(header: string): string {
  return [',', ';', '\t', '|'].find((delimiter) => header.includes(delimiter)) ?? ',';
}

export class Csv implements Source {
  readonly format: 'csv' | 'tsv';
  readonly path: string;
  /** The bytes of the first row, without line end. */
  header: Buffer = Buffer.alloc(0);
  readonly delimiter: string;
  /** Of the columns; no two are the same. */
  names: readonly string[] = [];
  readonly #stored: Stored;
  readonly #reading: Reading;
  readonly #records: StoredRecords;
  #columns: Columns = { id: undefined, text: [] };

  constructor(stored: Stored, reading: Reading, format: 'csv' | 'tsv', delimiter: string) {
    this.format = format;
    this.path = reading.path;
    this.delimiter = delimiter;
    this.#stored = stored;
    this.#reading = reading;
    this.#records = new StoredRecords(stored);
  }

  get share(): number {
    return this.#records.share;
  }

  async *read(): AsyncGenerator<Found> {
    for await (const row of readRows(this.#stored, this.delimiter)) {
      const place = `${this.path}:${row.line}`;
      const problem = this.#problemOf(row);
      if (this.names.length === 0) this.#readHeader(row, problem);
      else if (problem !== undefined) this.#reading.reject(place, problem);
      else {
        this.#records.add(row.start, row.end - row.start);
        yield {
          id: this.#idOf(row.cells!) ?? place,
          text: this.#textOf(row.cells!),
        };
      }
    }
  }

  text(index: number): string {
    return this.#textOf(this.#cells(index));
  }

  raw(index: number): Buffer {
    return bareRow(this.#records.bytes(index));
  }

  json(index: number): Buffer {
    const cells = this.#cells(index);
    return Buffer.from(JSON.stringify(Object.fromEntries(this.names.map((name, i) => [name, cells[i]]))));
  }

  #problemOf(row: Row): string | undefined {
    const { cells, problem } = row;
    if (cells === undefined || this.names.length === 0) return problem;
    if (cells.length === this.names.length) {
      return cells.some((cell) => isGarbled(cell, () => this.#bytesOf(row))) ? NOT_UTF8 : undefined;
    }
    if (problem !== undefined) return problem;
    return `${cells.length} ${cells.length === 1 ? 'field' : 'fields'}, and the header has ${this.names.length}`;
  }

  #bytesOf({ start, end }: Row): Buffer {
    return readAt(this.#stored.file, start, end - start);
  }

  /** The line behind a broken one would be taken for the header. */
  #readHeader(row: Row, problem: string | undefined): void {
    if (problem !== undefined) {
      throw new InputError(`Cannot read ${nameOf(this.path)}: its header, in line ${row.line}, is broken: ${problem}.`);
    }
    this.header = bareRow(this.#bytesOf(row));
    if (!isUtf8(this.header)) throw new InputError(`Cannot read ${nameOf(this.path)}: its header is ${NOT_UTF8}.`);
    this.names = distinctNames(row.cells!);
    const { id, text } = this.#reading.fields;
    this.#columns = {
      id: id === undefined && !this.names.includes('id') ? undefined : this.#column(id ?? 'id', 'id'),
      text: text.map((name) => this.#column(name, 'text')),
    };
  }

  #column(name: string, option: string): number {
    const at = this.names.indexOf(name);
    if (at >= 0) return at;
    throw new InputError(
      `Cannot read ${nameOf(this.path)}: it has no column "${name}" (${listed(this.names)}); name it with --${option}.`,
    );
  }

  #cells(index: number): readonly string[] {
    const cells = parseRow(this.#records.bytes(index), this.delimiter);
    if (cells?.length !== this.names.length) throw changed(this.path);
    return cells;
  }

  /** An empty cell is an id only in a column that is named. */
  #idOf(cells: readonly string[]): string | undefined {
    const { id } = this.#columns;
    const cell = id === undefined ? undefined : cells[id];
    return cell === '' && this.#reading.fields.id === undefined ? undefined : cell;
  }

  #textOf(cells: readonly string[]): string {
    return joinTexts(this.#columns.text.map((column) => cells[column]!));
  }
}
