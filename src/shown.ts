import { isDetached } from './typed-arrays.ts';

/** How much of a text or a list a message shows. */
const MOST = 64;

/** A value as a message names it: never a long one, and never an error of its own, as `String` makes of some objects. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > MOST ? `${value.slice(0, MOST)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    const first = Array.from(value.slice(0, MOST), (one) => (Array.isArray(one) ? '[…]' : shown(one)));
    return `[${first.join(', ')}${value.length > MOST ? ', …' : ''}]`;
  }
  // 'Promise', 'Uint32Array'.
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Object') return 'an object';
  const named = `${/^[AEO]/.test(kind) ? 'an' : 'a'} ${kind}`;
  if (!(ArrayBuffer.isView(value) && 'length' in value)) return named;
  return isDetached(value) ? `${named} that was transferred` : `${named} of ${value.length}`;
}

/** What a value is, with its article. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
