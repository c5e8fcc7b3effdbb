import type { Rejects } from '../../io/reject-list.ts';
import { lazyPattern } from '../../lazy-pattern.ts';
import { thousands } from '../../numbers.ts';

/** How many lines and files that are no documents are named. */
export const NAMED = 20;

/** What was passed over, the first of it by name. */
export function rejectLines(rejects: Rejects): string {
  const lines = rejects.first(NAMED).map(({ place, reason }) => `${inOneLine(`passed over ${place}: ${reason}`)}\n`);
  if (rejects.length > NAMED) lines.push(`… and ${thousands(rejects.length - NAMED)} more passed over\n`);
  return lines.join('');
}

const breaksAndControls = /* @__PURE__ */ lazyPattern('[\\s\\p{Cc}]+', 'gu');

/** What others wrote, for a line of a terminal: without line breaks, and without controls that it would obey. */
export function inOneLine(text: string | number): string {
  return String(text).replace(breaksAndControls(), ' ');
}
