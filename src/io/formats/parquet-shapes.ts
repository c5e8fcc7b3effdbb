import { type ColumnChunk, type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';

/** A schema as it is to be: its columns, and whatever they are made of. */
interface Shape {
  readonly element: SchemaElement;
  readonly children: readonly Shape[];
  /** Of what is not made of others, where it is in the file. */
  readonly stored?: readonly string[];
}

/**
 * The metadata of a file, with all lists and maps in the shape that the library knows: a list is a group in which a group is
 * repeated that has the element, and the parts of a map are its key and its value. Older writers repeat the element itself,
 * outside of a list, too. What is stored is the same, since levels count what is optional or repeated.
 */
export function inOneShape(metadata: FileMetaData): FileMetaData {
  const { element, children } = parquetSchema(metadata);
  const schema: SchemaElement[] = [];
  const places = new Map<string, string[]>();
  const add = ({ element, children, stored }: Shape, path: string[]): void => {
    schema.push(stored ? element : { ...element, num_children: children.length });
    if (stored) places.set(JSON.stringify(stored), path);
    for (const child of children) add(child, [...path, child.element.name]);
  };
  add({ element, children: children.map(fieldOf) }, []);
  const moved = (column: ColumnChunk): ColumnChunk => {
    const { meta_data } = column;
    const path_in_schema = places.get(JSON.stringify(meta_data?.path_in_schema));
    return meta_data && path_in_schema ? { ...column, meta_data: { ...meta_data, path_in_schema } } : column;
  };
  const row_groups = metadata.row_groups.map((group) => ({ ...group, columns: group.columns.map(moved) }));
  return { ...metadata, schema, row_groups };
}

/** What of a schema is not made of others, and where it is: the columns of a row group, in their order. */
export function leavesOf({ element, children, path }: SchemaTree): Pick<SchemaTree, 'element' | 'path'>[] {
  return children.length === 0 ? [{ element, path }] : children.flatMap(leavesOf);
}

/** Something that may be repeated. */
function fieldOf(field: SchemaTree): Shape {
  if (!isRepeated(field)) return shapeOf(field);
  const { name } = field.element;
  return { element: { name, repetition_type: 'REQUIRED', converted_type: 'LIST' }, children: [listOf(field)] };
}

/** What is in a list that has no group for it. */
const listOf = (field: SchemaTree): Shape => ({
  element: { name: 'list', repetition_type: 'REPEATED' },
  children: [shapeOf({ ...field, element: { ...field.element, repetition_type: 'REQUIRED' } })],
});

function shapeOf(field: SchemaTree): Shape {
  const { element, children, path } = field;
  if (children.length === 0) return { element, children: [], stored: path };
  // The library decodes variants by what the schema says of their parts.
  if (element.logical_type?.type === 'VARIANT') return { element, children: children.map(shapeOf) };
  const [first, ...others] = children as [SchemaTree, ...SchemaTree[]];
  if (others.length > 0 || !isRepeated(first)) return { element, children: children.map(fieldOf) };
  if (isMarked(field, 'MAP', 'MAP_KEY_VALUE') && first.children.length === 2) {
    const parts = first.children.map((part, i) => named(fieldOf(part), ['key', 'value'][i]!));
    return { element: { ...element, converted_type: 'MAP' }, children: [{ element: first.element, children: parts }] };
  }
  if (!isMarked(field, 'LIST')) return { element, children: [fieldOf(first)] };
  const inner = isElement(first, element.name)
    ? listOf(first)
    : { element: first.element, children: first.children.map(shapeOf) };
  return { element: { ...element, converted_type: 'LIST' }, children: [inner] };
}

/** Whether what is repeated in a list is its element, as the format says of older writers. */
const isElement = (repeated: SchemaTree, list: string): boolean =>
  repeated.children.length !== 1 ||
  isRepeated(repeated.children[0]!) ||
  isMarked(repeated, 'LIST', 'MAP', 'MAP_KEY_VALUE') ||
  ['array', `${list}_tuple`].includes(repeated.element.name);

const isRepeated = ({ element }: SchemaTree): boolean => element.repetition_type === 'REPEATED';

const isMarked = ({ element }: SchemaTree, ...kinds: string[]): boolean =>
  [element.converted_type, element.logical_type?.type].some((kind) => kind !== undefined && kinds.includes(kind));

const named = (shape: Shape, name: string): Shape => ({ ...shape, element: { ...shape.element, name } });
