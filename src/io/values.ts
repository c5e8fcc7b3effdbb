/** A value of a field by which documents can be ordered: a date counts in milliseconds since 1970. */
export interface Comparable {
  readonly kind: 'number' | 'date';
  readonly value: number;
}

const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?$/i;

/** A number, also in a string as tables have it, or a date by ISO 8601, whose month is its first day; undefined for anything else. */
export function comparable(value: unknown): Comparable | undefined {
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  if (Number.isFinite(number)) return { kind: 'number', value: number };
  const date = isoDate(value.trim());
  return date === undefined ? undefined : { kind: 'date', value: date };
}

/** Units of Unix times in milliseconds, each with its largest number, which is in the year 5138: later ones are of the next. */
const UNIX_UNITS: readonly (readonly [most: number, unit: number])[] = [
  [1e11, 1e3],
  [1e14, 1],
  [1e17, 1e-3],
  [Number.POSITIVE_INFINITY, 1e-6],
];

/** A day as data warehouses have it, or a year. As Unix times in seconds these would be in August and on the first day of 1970. */
const COMPACT_DATE = /^((?:19|20)\d{2})(?:(\d{2})(\d{2}))?$/;

/** When something was, in milliseconds since 1970, from a date or a Unix time; undefined if it does not tell. */
export function instant(value: unknown): number | undefined {
  const found = comparable(value);
  // JSON can say 1e400, which is no time.
  if (found === undefined || !Number.isFinite(found.value)) return undefined;
  if (found.kind === 'date') return found.value;
  const [, year, month = '01', day = '01'] = COMPACT_DATE.exec(String(found.value)) ?? [];
  if (year !== undefined) return isoDate(`${year}-${month}-${day}`);
  const [, unit] = UNIX_UNITS.find(([most]) => Math.abs(found.value) <= most)!;
  return found.value * unit;
}

/** Without a zone it is UTC, wherever the program runs. */
function isoDate(text: string): number | undefined {
  const match = ISO_DATE.exec(text);
  if (match === null) return undefined;
  const zone = match[1]?.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes) => `${hours}:${minutes ?? '00'}`);
  const [day, clock = '00:00'] = text.slice(0, text.length - (match[1]?.length ?? 0)).split(/[T ]/i);
  const time = Date.parse(`${day}T${clock.replace(',', '.')}${(zone ?? 'Z').toUpperCase()}`);
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day!) === true;
  // What is behind the milliseconds, which a Date leaves out: databases count microseconds.
  const [, rest = ''] = /[.,]\d{3}(\d+)/.exec(clock) ?? [];
  return isDay && !Number.isNaN(time) ? time + Number(`0.${rest}`) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86400e3, w: 7 * 86400e3 };

/** A length of time such as 90m or 14d, in milliseconds; undefined for anything else. */
export function period(text: string): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit!]!;
}
