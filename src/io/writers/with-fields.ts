/**
 * A JSON object in text with more fields at its end; the rest of it stays as it was written. Only fields of its own with
 * the same names are given a number, as columns are, lest one value hides another.
 */
export async function withFields(record: string, fields: Record<string, unknown>): Promise<string> {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
  const own = mayHave(record, names) ? (await import('./renamed-fields.ts')).withoutNames(record, names) : record;
  const end = own.lastIndexOf('}');
  const before = own.slice(0, end).trimEnd();
  const comma = before.endsWith('{') ? '' : ',';
  return `${before}${comma}${JSON.stringify(fields).slice(1, -1)}${own.slice(end)}`;
}

/** Whether a field may have one of these names: a glance that spares nearly all records the rest. A name may be escaped. */
const mayHave = (record: string, names: readonly string[]): boolean =>
  names.some((name) => record.includes(`"${name}"`)) ||
  (record.includes('\\u') && names.some((name) => Object.hasOwn(JSON.parse(record) as object, name)));
