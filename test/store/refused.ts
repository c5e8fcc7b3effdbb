// What neither a store nor a client of one takes.
import type { NewDocument, SearchOptions, TextOrFingerprint } from '../../src/store/store.ts';

export const NO_DOCUMENTS = [
  null,
  5,
  'a',
  {},
  { id: 'a' },
  { id: 'a', text: 5 },
  { id: 'a', text: new Date(0) },
  { id: 'a', fingerprint: 5 },
  { id: 'a', fingerprint: Number.NaN },
  { id: 'a', fingerprint: -1n },
  { id: 'a', fingerprint: 2n ** 64n },
  { id: 'a', text: 'a', fingerprint: 1n },
  { id: '', fingerprint: 1n },
  { id: 5, fingerprint: 1n },
  { id: new URL('http://localhost/'), fingerprint: 1n },
  { id: 'x'.repeat(1025), fingerprint: 1n },
  { id: '😀'.repeat(257), fingerprint: 1n },
  { id: '猫'.repeat(342), fingerprint: 1n },
  { id: '\ud800', fingerprint: 1n },
  { id: 'a', fingerprint: 1n, time: 1.5 },
  { id: 'a', fingerprint: 1n, time: 9e15 },
  { id: 'a', fingerprint: 1n, time: Number.NaN },
  { id: 'a', fingerprint: 1n, time: '1' },
  { id: 'a', fingerprint: 1n, meta: 5n },
  { id: 'a', fingerprint: 1n, meta: [Number.NaN] },
  // A hole would come back as null.
  { id: 'a', fingerprint: 1n, meta: { a: new Array(1) } },
  { id: 'a', fingerprint: 1n, meta: { a: undefined } },
  { id: 'a', fingerprint: 1n, meta: new Date() },
  { id: 'a', fingerprint: 1n, meta: 'x'.repeat(65_536) },
  { id: 'a', fingerprint: 1n, meta: JSON.parse('['.repeat(101) + ']'.repeat(101)) },
] as unknown as NewDocument[];

export const NO_QUERIES = [null, {}, { text: 5 }, { fingerprint: 'ff' }] as unknown as TextOrFingerprint[];

/** None of them is how to search; what is misspelt would have no effect. */
export const NO_OPTIONS = [null, 5, { distance: 3 }, { text: 'another' }] as unknown as SearchOptions[];

export const NO_IDS = ['', 5, '\ud800', 'x'.repeat(1025)] as string[];

/** None of them is a time before which documents expire. */
export const NO_TIMES = [null, true, '', '0', Number.NaN, 0.5, new Date('never')] as unknown as Date[];
