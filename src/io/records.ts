/** What a line of JSONL holds, as far as deduplication cares. */
export interface JsonRecord {
  readonly id: string | number;
  readonly text: string;
}

/** Which fields hold the id and the text. Without a name for the id, `id` is used where there is one, or else the line's place. */
export interface Fields {
  readonly id?: string;
  readonly text: string;
}

/** Why a line is not a record with the fields asked for. */
export class MalformedLine extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a line of JSONL; `place` names it where it has no id of its own. */
export function parseRecord(line: string, fields: Fields, place: string): JsonRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new MalformedLine(`not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw new MalformedLine(`not a JSON object but ${kindOf(value)}`);
  const text = value[fields.text];
  if (typeof text !== 'string') throw new MalformedLine(complaint(value, fields.text, 'text', 'a string'));
  const id = value[fields.id ?? 'id'];
  if (typeof id === 'string' || typeof id === 'number') return { id, text };
  if (fields.id === undefined && id === undefined) return { id: place, text };
  throw new MalformedLine(complaint(value, fields.id ?? 'id', 'id', 'a string or a number'));
}

function complaint(record: Record<string, unknown>, field: string, option: string, wanted: string): string {
  if (Object.hasOwn(record, field)) return `field "${field}" is ${kindOf(record[field])}, not ${wanted}`;
  const names = Object.keys(record).slice(0, 8).join(', ');
  return `no field "${field}" (there ${names ? `are: ${names}` : 'is none'}); name it with --${option}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
