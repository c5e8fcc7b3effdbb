import { expect, it } from 'vitest';
import { OutOfMemoryError } from '../../src/errors.ts';
import { GrowingColumn } from '../../src/search/column.ts';

/** As the engine answers where memory is short. */
class Crowded extends Uint8Array {
  static get [Symbol.species]() {
    return Uint8Array;
  }

  constructor(length: number) {
    if (length > 8) throw new RangeError('Array buffer allocation failed');
    super(length);
  }
}

it('a list that finds no room is a named error that says what to do, and has what it had', () => {
  const column = new GrowingColumn<Uint8Array>(new Crowded(0));
  column.extend(3).set([1, 2, 3]);
  expect(() => column.extend(6)).toThrow(OutOfMemoryError);
  expect(() => column.extend(6)).toThrow('There is no room for a list of 9: ask for less at once.');
  column.push(4);
  expect([...column.finish()]).toEqual([1, 2, 3, 4]);
});

it('a list has no more than offsets of 32 bits tell apart', () => {
  const column = new GrowingColumn(new Uint8Array(0));
  expect(() => column.extend(2 ** 32)).toThrow(OutOfMemoryError);
});
