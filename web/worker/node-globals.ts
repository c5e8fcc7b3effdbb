import { Buffer } from 'buffer/';

/** The parser of CSV takes `Buffer` for granted; it must be there before that is loaded. */
export function provideNodeGlobals(): void {
  Object.assign(globalThis, { Buffer });
}
