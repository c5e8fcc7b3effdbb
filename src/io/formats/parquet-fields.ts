import type { DecodedArray, SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { nameOf } from '../bytes/input-bytes.ts';
import { InputError } from '../errors.ts';
import { type FieldIn, wayTo } from '../nested.ts';
import { type Fields, listed } from '../records.ts';
import { elementOf } from './parquet-changes.ts';

/** The columns of a row group by name, in their order. */
export type Group = ReadonlyMap<string, DecodedArray>;

/** A column, or a field within one. */
export interface ParquetField {
  readonly name: string;
  /** The column that it is, or is in. */
  readonly column: string;
  valueIn(group: Group, row: number): unknown;
}

export interface ParquetFields {
  readonly id: ParquetField | undefined;
  readonly text: readonly ParquetField[];
}

/**
 * The fields of a file that hold the id and the text.
 *
 * @throws {InputError} if there are none like that
 */
export function parquetFields(path: string, schema: SchemaTree, { id, text }: Fields): ParquetFields {
  checkNames(path, schema);
  const find = (name: string, option: 'id' | 'text'): ParquetField => {
    const way = wayTo(schema, name, option === 'text' ? textFieldIn : fieldIn);
    if (way === undefined) {
      throw new InputError(
        `Cannot read ${nameOf(path)}: it has no column "${name}" (${listed(namesOf(schema))}); name it with --${option}.`,
      );
    }
    if (option === 'text') checkText(path, schema, name, way.at(-1)!);
    const [column, ...within] = way.map(({ element }) => element.name) as [string, ...string[]];
    const valueIn = (group: Group, row: number): unknown => within.reduce(partOf, group.get(column)![row]);
    return { name, column, valueIn };
  };
  const hasIds = id !== undefined || schema.children.some(({ element }) => element.name === 'id');
  return { text: text.map((name) => find(name, 'text')), id: hasIds ? find(id ?? 'id', 'id') : undefined };
}

/** What is within a value, and of a list within all its values, one after another. */
function partOf(whole: unknown, part: string): unknown {
  if (Array.isArray(whole)) return whole.flatMap((one) => partOf(one, part) ?? []);
  return (whole as Record<string, unknown> | null | undefined)?.[part];
}

/** Within maps, of which there are many, there are none that can be asked for. */
function fieldsIn(whole: SchemaTree): readonly SchemaTree[] {
  if (isListLike(whole)) return fieldsIn(elementOf(whole));
  return isMapLike(whole) ? [] : whole.children;
}

/** A text may be all that is in a list. */
const textFieldIn: FieldIn<SchemaTree> = (whole, name) => fieldsIn(whole).find(({ element }) => element.name === name);

const fieldIn: FieldIn<SchemaTree> = (whole, name) => (isListLike(whole) ? undefined : textFieldIn(whole, name));

/** The names by which columns can be asked for, and the fields within them. */
const namesOf = (whole: SchemaTree): string[] =>
  fieldsIn(whole).flatMap((field) => {
    const within = namesOf(field);
    const { name } = field.element;
    return within.length === 0 ? [name] : within.map((one) => `${name}.${one}`);
  });

/** Values are found by the names of their columns, and in structures by those of their fields. */
function checkNames(path: string, { children }: SchemaTree, within?: string): void {
  const names = children.map(({ element }) => element.name);
  const fault = (what: string, remedy: string) => new InputError(`Cannot read ${nameOf(path)}: ${what}; ${remedy}.`);
  const second = names.find((name, i) => names.indexOf(name) !== i);
  if (second !== undefined) {
    const parts = within === undefined ? 'its columns' : `the fields in its column "${within}"`;
    throw fault(`two of ${parts} are named "${second}"`, 'rename one');
  }
  if (within !== undefined && names.includes('__proto__'))
    throw fault(
      `a field in its column "${within}" is named "__proto__", which no object of JavaScript can have`,
      'rename it',
    );
  for (const child of children) checkNames(path, child, within ?? child.element.name);
}

/** What bytes may be that are no string. */
const OTHER_BYTES = ['DECIMAL', 'JSON', 'BSON'];

const isString = ({ element, children }: SchemaTree): boolean =>
  children.length === 0 && element.type === 'BYTE_ARRAY' && !OTHER_BYTES.includes(element.converted_type ?? '');

const isText = (field: SchemaTree): boolean => (isListLike(field) ? isText(elementOf(field)) : isString(field));

function checkText(path: string, schema: SchemaTree, name: string, field: SchemaTree): void {
  if (isText(field)) return;
  const { element, children } = field;
  const kind =
    children.length > 0
      ? `nested (${element.converted_type ?? 'a group'})`
      : `of type ${element.converted_type ?? element.type}`;
  const texts = namesOf(schema).filter((one) => isText(wayTo(schema, one, textFieldIn)!.at(-1)!));
  throw new InputError(
    `Cannot read ${nameOf(path)}: column "${name}" is ${kind}, and texts must be strings (${listed(texts)}); name another with --text.`,
  );
}
