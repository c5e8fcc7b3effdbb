import { isUtf8 } from 'node:buffer';
import { nameOf } from '../bytes/input-bytes.ts';
import { readAt } from '../bytes/open-file.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { distinctNames } from '../distinct-names.ts';
import { changed, InputError } from '../errors.ts';
import { type Found, isGarbled, joinTexts, listed, NOT_UTF8 } from '../records.ts';
import type { Reading, RecordSource } from '../source.ts';
import { type Delimited, delimited } from './csv-delimiter.ts';
import { bareRow, parseRow, type Row, readRows, rowsIn } from './csv-rows.ts';

/** Where in a row the id and the texts are. */
interface Columns {
  readonly id: number | undefined;
  readonly text: readonly number[];
}

/** Opens a table whose first row names the columns, if the reading does not. */
export async function openCsv(reading: Reading, format: 'csv' | 'tsv'): Promise<RecordSource> {
  const stored = await reading.storage.keepText(reading.path, reading.charset);
  return new Csv(delimited(stored, reading, format), reading, format);
}

export class Csv implements RecordSource {
  readonly format: 'csv' | 'tsv';
  readonly path: string;
  /** The bytes of the first row, without line end, if it names the columns; behind a separator line, if there is one. */
  header: Buffer | undefined;
  readonly delimiter: string;
  /** Of the columns; no two are the same. */
  names: readonly string[] = [];
  readonly #table: Delimited;
  readonly #reading: Reading;
  readonly #records: StoredRecords;
  #columns: Columns = { id: undefined, text: [] };

  constructor(table: Delimited, reading: Reading, format: 'csv' | 'tsv') {
    this.format = format;
    this.path = reading.path;
    this.delimiter = table.delimiter;
    this.#table = table;
    this.#reading = reading;
    this.#records = new StoredRecords(table.rows);
    if (reading.columns) this.#name(reading.columns);
  }

  get share(): number {
    return this.#records.share;
  }

  async *read(): AsyncGenerator<Found | undefined> {
    for await (const found of readRows(this.#table, this.#reading.columns === undefined)) {
      for (const row of rowsIn(found, this.#table, this.names.length)) {
        const problem = this.#problemOf(row);
        if (this.names.length === 0) this.#readHeader(row, problem);
        else if (problem === undefined) yield this.#documentIn(row);
        else {
          this.#reading.reject(this.#placeOf(row), problem);
          yield undefined;
        }
      }
    }
  }

  #documentIn(row: Row): Found {
    const cells = row.cells!;
    this.#records.add(row.start, row.end - row.start);
    return { id: this.#idOf(cells) ?? this.#placeOf(row), text: this.#textOf(cells) };
  }

  #placeOf({ line }: Row): string {
    return `${this.path}:${line}`;
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
    const named = this.header ? 'the header has' : '--columns names';
    return `${cells.length} ${cells.length === 1 ? 'field' : 'fields'}, and ${named} ${this.names.length}`;
  }

  #bytesOf({ start, end }: Row): Buffer {
    return readAt(this.#table.rows.file, start, end - start);
  }

  /** The line behind a broken one would be taken for the header. */
  #readHeader(row: Row, problem: string | undefined): void {
    if (problem !== undefined) {
      throw new InputError(`Cannot read ${nameOf(this.path)}: its header, in line ${row.line}, is broken: ${problem}.`);
    }
    const { separatorLine } = this.#table;
    const header = bareRow(this.#bytesOf(row));
    this.header = separatorLine ? Buffer.concat([separatorLine, Buffer.from('\n'), header]) : header;
    if (!isUtf8(this.header)) throw new InputError(`Cannot read ${nameOf(this.path)}: its header is ${NOT_UTF8}.`);
    this.#name(row.cells!);
  }

  #name(columns: readonly string[]): void {
    this.names = distinctNames(columns);
    const { id, text } = this.#reading.fields;
    this.#columns = {
      id: id === undefined && !this.names.includes('id') ? undefined : this.#column(id ?? 'id', 'id'),
      text: text.map((name) => this.#column(name, 'text')),
    };
  }

  #column(name: string, option: string): number {
    const at = this.names.indexOf(name);
    if (at >= 0) return at;
    const hint = this.header ? '; a table without a header needs --columns' : '';
    throw new InputError(
      `Cannot read ${nameOf(this.path)}: it has no column "${name}" (${listed(this.names)}); name it with --${option}${hint}.`,
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
