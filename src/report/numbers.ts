import { counted } from '../numbers.ts';

/** 0.72345 → '72.3 %': rounded down, so that nothing is shown as more alike than it is. */
export const percent = (share: number): string => `${(Math.floor(share * 1000 + 1e-9) / 10).toFixed(1)} %`;

/** A share as somebody gave it: 0.57 → '57 %', 0.125 → '12.5 %'. */
export const inPercent = (share: number): string => `${Number((100 * share).toPrecision(12))} %`;

/** A text with what is beyond so many characters left out, and their number said. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = characterStart(text, limit);
  return `${text.slice(0, end)}… (${counted(text.length - end, 'more character')})`;
}

/** Where the character begins in whose midst a place may be. */
export function characterStart(text: string, at: number): number {
  return at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff ? at - 1 : at;
}
