/** Nothing that people write is as deep, and what reads JSON has bounds of its own. */
const DEEPEST = 100;

/** Whether JSON says a value, and gives it back as it was. */
export function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === DEEPEST) return false;
  if (Array.isArray(value)) return value.every((one) => isJson(one, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return Object.values(value).every((one) => isJson(one, depth + 1));
}
