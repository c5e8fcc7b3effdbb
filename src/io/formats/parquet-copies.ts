import { type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';

/** A schema without what its values mean: values are what is stored. Only lists and maps must be known as such. */
export const marked = (schema: readonly SchemaElement[]): SchemaElement[] =>
  schema.map(({ converted_type, logical_type, ...element }) => {
    const mark = (['LIST', 'MAP'] as const).find((kind) => kind === converted_type || kind === logical_type?.type);
    return mark ? { ...element, converted_type: mark } : element;
  });

/** The columns as they are read to be copied. */
export const columnsToCopy = (metadata: FileMetaData): readonly SchemaTree[] =>
  parquetSchema({ ...metadata, schema: marked(metadata.schema) }).children;

/** The first column that can only be read, if there is one. */
export const onlyReadable = (metadata: FileMetaData): SchemaElement | undefined =>
  columnsToCopy(metadata).find((column) => !canCopy(column))?.element;

/** Whether the library takes the values of a column in a form in which it gives them: bare repetitions it does not. */
function canCopy(column: SchemaTree): boolean {
  if (column.element.repetition_type === 'REPEATED') return false;
  const [entry] = column.children;
  if (isListLike(column) || (isMapLike(column) && isKeyed(entry!)))
    return entry!.children.length > 0 && entry!.children.every(canCopy);
  return column.children.every(canCopy);
}

/** Whether the parts of the entries of a map have the names that the library gives them. */
const isKeyed = ({ children }: SchemaTree): boolean =>
  ['key', 'value'].every((name) => children.some(({ element }) => element.name === name));
