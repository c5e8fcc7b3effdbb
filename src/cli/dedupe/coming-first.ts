import { GrowingColumn } from '../../search/column.ts';

/** A number that is named, and another that must come before it, if there is one. */
export interface Step {
  readonly number: number;
  readonly earlier: number | undefined;
}

/**
 * Numbers in the order in which they are named, but each after those that must come before it (a topological sort): depth
 * first, without recursion. Of a circle, the one that is met first comes last.
 *
 * @param count all numbers are below it
 * @param steps is asked three times
 */
export function comingFirst(count: number, steps: () => Iterable<Step>): Uint32Array {
  const { starts, earlier } = earlierOnes(count, steps);
  /** Of each number, the next of those before it. */
  const next = starts.slice();
  const isBegun = new Uint8Array(count);
  const order = new GrowingColumn(new Uint32Array(0));
  const stack: number[] = [];
  const begin = (number: number): void => {
    if (isBegun[number] === 1) return;
    isBegun[number] = 1;
    stack.push(number);
  };
  for (const { number } of steps()) {
    begin(number);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (next[top]! < starts[top + 1]!) begin(earlier[next[top]!++]!);
      else order.push(stack.pop()!);
    }
  }
  return order.finish();
}

/** Those that must come before each number: of number n from starts[n] to starts[n + 1]. */
function earlierOnes(count: number, steps: () => Iterable<Step>): { starts: Uint32Array; earlier: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const { number, earlier } of steps()) if (earlier !== undefined) starts[number + 1]!++;
  for (let number = 0; number < count; number++) starts[number + 1]! += starts[number]!;
  const next = starts.slice();
  const all = new Uint32Array(starts[count]!);
  for (const { number, earlier } of steps()) if (earlier !== undefined) all[next[number]!++] = earlier;
  return { starts, earlier: all };
}
