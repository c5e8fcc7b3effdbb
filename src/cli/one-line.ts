/** What others wrote, for a line of a terminal: without line breaks, and without controls that it would obey. */
export function inOneLine(text: string | number): string {
  return String(text).replace(/[\s\p{Cc}]+/gu, ' ');
}
