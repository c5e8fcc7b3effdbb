import { type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';

/** A schema without what its values mean: values are what is stored. Only lists and maps must be known as such. */
export const marked = (schema: readonly SchemaElement[]): SchemaElement[] =>
  schema.map(({ converted_type, logical_type, ...element }) => {
    const mark = (['LIST', 'MAP'] as const).find((kind) => kind === converted_type || kind === logical_type?.type);
    return mark ? { ...element, converted_type: mark } : element;
  });

/** The columns as they are read to be copied. */
export const columnsToCopy = (metadata: FileMetaData): readonly SchemaTree[] =>
  parquetSchema({ ...metadata, schema: marked(metadata.schema) }).children;
