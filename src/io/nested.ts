// Fields within fields: `meta.url` is the field `url` of what is in `meta`, unless there is a field that is called just that.

/** What stands in a field of something; undefined if it has none of that name. */
export type FieldIn<T> = (whole: T, name: string) => T | undefined;

/** What stands in a field, and before it what it is within, from the outermost on; undefined if there is none. */
export function wayTo<T>(whole: T, name: string, fieldIn: FieldIn<T>): T[] | undefined {
  const field = fieldIn(whole, name);
  if (field !== undefined) return [field];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const outer = fieldIn(whole, name.slice(0, dot));
    const rest = outer === undefined ? undefined : wayTo(outer, name.slice(dot + 1), fieldIn);
    if (rest !== undefined) return [outer!, ...rest];
  }
  return undefined;
}

/** An object of JSON, which is neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownField: FieldIn<unknown> = (whole, name) =>
  isObject(whole) && Object.hasOwn(whole, name) ? whole[name] : undefined;

/** What stands in a field of a record of JSON, or in one within it. */
export const fieldOf = (record: unknown, name: string): unknown => wayTo(record, name, ownField)?.at(-1);

/** Lists of paragraphs may be lists of sentences, and those of words. */
const DEEPEST_LIST = 3;

/** What is in a list, and in lists within it. */
export const allIn = (list: readonly unknown[]): unknown[] => list.flat(DEEPEST_LIST - 1);

/** Of a list, what stands in that field of the objects in it, one after another; undefined if it has none with the field. */
const ownFields: FieldIn<unknown> = (whole, name) => {
  if (!Array.isArray(whole)) return ownField(whole, name);
  const values = allIn(whole)
    .map((one) => ownField(one, name))
    .filter((value) => value !== undefined);
  return values.length > 0 ? values.flat() : undefined;
};

/**
 * The same with the strings of the list, which stand for themselves: of messages, many are a string each, and others a list
 * of parts, with their text in a field. Of an empty list there is nothing in any field.
 */
const fieldsAndStrings: FieldIn<unknown> = (whole, name) => {
  if (!Array.isArray(whole)) return ownField(whole, name);
  const all = allIn(whole);
  const values = all.flatMap((one) => (typeof one === 'string' ? one : (ownField(one, name) ?? [])));
  const isThere = values.length > 0 || all.length === 0 || ownFields(whole, name) !== undefined;
  return isThere ? values : undefined;
};

/** What stands in a field through lists: `messages.content` is what all messages say, in a list. */
export const fieldThroughLists = (record: unknown, name: string): unknown =>
  wayTo(record, name, fieldsAndStrings)?.at(-1);

/** Whether there is such a field, and not only strings, or nothing, where it might be. */
export const hasField = (record: unknown, name: string): boolean => wayTo(record, name, ownFields) !== undefined;

/** The names by which the fields of a record can be asked for, and those of objects in them, down to a depth. */
export const fieldNames = (record: Readonly<Record<string, unknown>>, depth = 3): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const one = Array.isArray(value) ? allIn(value).find(isObject) : value;
    const within = depth > 1 && isObject(one) ? fieldNames(one, depth - 1) : [];
    return within.length === 0 ? [name] : within.map((one) => `${name}.${one}`);
  });
