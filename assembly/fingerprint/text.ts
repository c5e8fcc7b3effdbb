// The text that is being read, and what is already known of it.
import { UNSTABLE } from './unicode';

export let text: usize = 0;
export let end: usize = 0;
/** What of a code point's class matters: what normalisation could change is of no interest once it has been applied. */
export let known: u32 = ~0;
/** Set when the text holds a code point that NFKC may change, and NFKC has not been applied. */
export let isUnstable: bool = false;

/** `length` bytes of UTF-8, behind which 64 bytes may be read, never believed. `normalised`: no NFKC is wanted any more. */
export function openText(start: usize, length: usize, normalised: bool): void {
  text = start;
  end = start + length;
  known = normalised ? ~UNSTABLE : ~0;
  isUnstable = false;
}

export function markUnstable(): void {
  isUnstable = true;
}

/** Whether the text must be put into NFKC and started again. */
export function needsNormalisation(): bool {
  return isUnstable;
}
