/** A JSON object in text with more fields at its end; the rest of it stays as it was written. */
export function withFields(record: string, fields: Record<string, unknown>): string {
  const end = record.lastIndexOf('}');
  const before = record.slice(0, end).trimEnd();
  const comma = before.endsWith('{') ? '' : ',';
  return `${before}${comma}${JSON.stringify(fields).slice(1, -1)}${record.slice(end)}`;
}
