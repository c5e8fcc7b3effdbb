import type { SchemaElement, SchemaTree } from 'hyparquet';
import { OutputError } from '../errors.ts';
import type { Parquet } from '../formats/parquet.ts';

export const isList = ({ converted_type, logical_type }: SchemaElement): boolean =>
  converted_type === 'LIST' || logical_type?.type === 'LIST';

/** Whether the library gives the values of a column in the form in which it takes them: maps and bare repetitions it does not. */
function canCopy({ element, children }: SchemaTree): boolean {
  if (element.repetition_type === 'REPEATED' || element.type === 'INT96') return false;
  if (!isList(element)) return element.converted_type !== 'MAP' && children.every(canCopy);
  const [repeated, ...others] = children;
  const [item, ...more] = repeated?.children ?? [];
  return item !== undefined && others.length + more.length === 0 && canCopy(item);
}

/** @throws {OutputError} if rows of these files cannot be written, or not under one schema */
export function checkColumns([first, ...rest]: readonly Parquet[]): void {
  const shape = (file: Parquet): string => JSON.stringify(file.metadata.schema.slice(1));
  const other = rest.find((file) => shape(file) !== shape(first!));
  if (other) {
    throw new OutputError(
      `Cannot write parquet: ${first!.path} and ${other.path} have different columns. Use --output-format jsonl.`,
    );
  }
  const column = first!.columns.find((one) => !canCopy(one));
  if (column === undefined) return;
  const kind = column.element.converted_type ?? column.element.type ?? 'a repeated group';
  throw new OutputError(
    `Cannot write parquet: column "${column.element.name}" of ${first!.path} is ${kind}, which can only be read. Use --output-format jsonl.`,
  );
}
