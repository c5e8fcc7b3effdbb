import { core } from '../wasm/core.ts';
import { digestOf } from '../wasm/given.ts';

/** 16 hexadecimal digits that stand for a text: hammingbird's own hash of it, so that changes are seen. */
export function digest(text: string): string {
  return digestOf(core(), text).toString(16).padStart(16, '0');
}
