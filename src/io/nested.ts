// Fields within fields: `meta.url` is the field `url` of what is in `meta`, unless there is a field that is called just that.

/** What stands in a field of something; undefined if it has none of that name. */
export type FieldIn<T> = (whole: T, name: string) => T | undefined;

/** What stands in a field, and before it what it is within, from the outermost on; undefined if there is none. */
export function wayTo<T>(whole: T, name: string, fieldIn: FieldIn<T>): T[] | undefined {
  const field = fieldIn(whole, name);
  if (field !== undefined) return [field];
  for (const [first, others] of divisionsOf(name)) {
    const outer = fieldIn(whole, first);
    const rest = outer === undefined ? undefined : wayTo(outer, others, fieldIn);
    if (rest !== undefined) return [outer!, ...rest];
  }
  return undefined;
}

/** What a name may be that has dots: that of a field, and of another within it. */
function* divisionsOf(name: string): Generator<[string, string], void, undefined> {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    yield [name.slice(0, dot), name.slice(dot + 1)];
  }
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

/**
 * What stands in a field through lists: `messages.content` is what all messages say, in a list.
 *
 * Each thing in a list is looked through by itself. A string there stands for itself: of messages, many are a string each, and
 * others a list of parts, with their text in a field. Of an empty list, or of nulls, there is nothing in any field.
 */
export function fieldThroughLists(whole: unknown, name: string, isInList = false): unknown {
  if (isInList && typeof whole === 'string') return whole;
  if (isInList && whole === null) return [];
  if (Array.isArray(whole)) return fieldOfEach(whole, name);
  if (!isObject(whole)) return undefined;
  const field = ownField(whole, name);
  if (field !== undefined) return field;
  for (const [first, others] of divisionsOf(name)) {
    const inner = fieldThroughLists(ownField(whole, first), others, isInList);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Lists that lie deeper are not looked through, since there is no end to how deep they may. */
function fieldOfEach(list: readonly unknown[], name: string): unknown[] | undefined {
  const all = allIn(list).filter((one) => one !== null);
  const values = all
    .filter((one) => !Array.isArray(one))
    .map((one) => fieldThroughLists(one, name, true))
    .filter((value) => value !== undefined);
  return values.length > 0 || all.length === 0 ? values.flat() : undefined;
}

/** Whether there is such a field, and not only strings, or nothing, where it might be. */
export function hasField(whole: unknown, name: string): boolean {
  if (Array.isArray(whole)) return allIn(whole).some((one) => isObject(one) && hasField(one, name));
  if (!isObject(whole)) return false;
  return (
    ownField(whole, name) !== undefined ||
    [...divisionsOf(name)].some(([first, others]) => hasField(ownField(whole, first), others))
  );
}

/** The names by which the fields of a record can be asked for, and those of objects in them, down to a depth. */
export const fieldNames = (record: Readonly<Record<string, unknown>>, depth = 3): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const one = Array.isArray(value) ? allIn(value).find(isObject) : value;
    const within = depth > 1 && isObject(one) ? fieldNames(one, depth - 1) : [];
    return within.length === 0 ? [name] : within.map((one) => `${name}.${one}`);
  });
