import { lazyPattern } from '../lazy-pattern.ts';

const breaksAndControls = /* @__PURE__ */ lazyPattern('[\\s\\p{Cc}]+', 'gu');

/** What others wrote, for a line of a terminal: without line breaks, and without controls that it would obey. */
export function inOneLine(text: string | number): string {
  return String(text).replace(breaksAndControls(), ' ');
}
