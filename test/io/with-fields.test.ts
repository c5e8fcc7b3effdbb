// Fields that are added to a record as it was written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withFields } from '../../src/io/writers/with-fields.ts';

describe('fields are added', () => {
  it.each([
    ['{}', '{"a":1,"b":null}'],
    ['{ }', '{"a":1,"b":null}'],
    [' {"x": [1, {"a": 2}],\t"y":9007199254740993 }', ' {"x": [1, {"a": 2}],\t"y":9007199254740993,"a":1,"b":null}'],
    ['{"x":"\\"a\\": 1"}', '{"x":"\\"a\\": 1","a":1,"b":null}'],
    ['{"a":2}', '{"a_2":2,"a":1,"b":null}'],
    // What is not added has no name that a field could hide.
    ['{"c":2}', '{"c":2,"a":1,"b":null}'],
    [
      '{ "\\u0061" : 2e0, "a_2": 3, "中": {"b": 4}, "b":"中" }',
      '{ "a_3": 2e0, "a_2": 3, "中": {"b": 4}, "b_2":"中","a":1,"b":null}',
    ],
    ['{"a":1,"a":2}', '{"a_2":1,"a_3":2,"a":1,"b":null}'],
    ['{"\\u4e2d":"\\ud83d\\ude00"}', '{"\\u4e2d":"\\ud83d\\ude00","a":1,"b":null}'],
  ])('to %s', async (record, expected) => {
    expect(await withFields(record, { a: 1, b: null, c: undefined })).toBe(expected);
  });

  it('and nothing is lost, whatever a record has', async () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', 'a_2', 'a_3', 'b_2'), fc.string({ unit: 'grapheme' }));
    const record = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(record, fc.boolean(), async (own, indented) => {
        const json = JSON.stringify(own, undefined, indented ? 2 : 0);
        // As JSON has it.
        const before: Record<string, unknown> = JSON.parse(json);
        const { a, b, ...rest } = JSON.parse(await withFields(json, { a: 'new', b: null }));
        expect([a, b]).toEqual(['new', null]);
        const names = Object.keys(before);
        expect(Object.values(rest)).toEqual(names.map((name) => before[name]));
        expect(Object.keys(rest).map((name, i) => (name === names[i] ? 'same' : name.replace(/_\d+$/, '')))).toEqual(
          names.map((name) => (name === 'a' || name === 'b' ? name : 'same')),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
