// A message can name any value.
import { describe, expect, it } from 'vitest';
import { HammingIndex, IdfModel, InvalidArgumentError, planTables, simhash } from '../../src/index.ts';
import { shown } from '../../src/shown.ts';
import { fingerprintAll } from '../../src/workers/node.ts';

const detached = new Uint8Array(3);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const unchecked = (value: unknown) => value as never;

describe('a message', () => {
  it.each([
    ['a text', '"a text"'],
    ['', '""'],
    ['x'.repeat(100), `"${'x'.repeat(64)}…"`],
    [1, '1'],
    [1n, '1n'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('x'), 'Symbol(x)'],
    [() => 1, 'a function'],
    [{}, 'an object'],
    [Object.create(null), 'an object'],
    [Promise.resolve(), 'a Promise'],
    [new ArrayBuffer(1), 'an ArrayBuffer'],
    [new Uint32Array(2), 'a Uint32Array of 2'],
    [detached, 'a Uint8Array that was transferred'],
    [[1n, 'x', new Array(1), Number.NaN], '[1n, "x", […], NaN]'],
    [Array(100).fill(1), `[${'1, '.repeat(64)}…]`],
  ])('shows %o', (value, text) => expect(shown(value)).toBe(text));
});

describe.each([
  ['an object without a prototype', Object.create(null), 'an object'],
  ['a symbol', Symbol('x'), 'Symbol\\(x\\)'],
  ['a bigint', 1n, '1n'],
  ['bytes that were transferred', detached, 'a Uint8Array that was transferred'],
])('%s in a wrong place is named', (_, value, name) => {
  it.each([
    ['of an index', () => new HammingIndex({ maxDistance: value })],
    ['of a search', () => new HammingIndex({ maxDistance: 3 }).search(5n, { limit: value })],
    ['of an id', () => new HammingIndex({ maxDistance: 3 }).remove(value)],
    ['of a feature', () => simhash(unchecked([['a', value]]))],
    ['of a recipe', () => IdfModel.train(['a'], { recipe: { name: 'own', version: 1, words: unchecked([value]) } })],
    ['of a plan', () => planTables({ size: value, maxDistance: 3 })],
    ['of threads', () => fingerprintAll(['a'], { workers: value })],
  ])('%s', (_, call) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(new RegExp(`not (\\["a", |\\[)?${name}`));
  });
});
