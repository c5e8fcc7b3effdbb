import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { askingAhead } from '../../src/io/ahead.ts';

async function* numbers(end: number): AsyncGenerator<number> {
  for (let number = 0; number < end; number++) yield number;
}

it('answers in the order of the items, whichever answer comes first, and waits for sixteen at most', async () => {
  let [waiting, most] = [0, 0];
  const square = async (number: number): Promise<number> => {
    most = Math.max(most, ++waiting);
    await setTimeout((number * 7) % 5);
    waiting--;
    return number * number;
  };
  const answers: number[][] = [];
  for await (const { item, answer } of askingAhead(numbers(50), square)) answers.push([item, await answer]);
  expect(answers).toEqual(Array.from({ length: 50 }, (_, number) => [number, number * number]));
  expect(most).toBe(16);
});

it('throws an error in its turn, and none that comes behind it', async () => {
  const ask = async (number: number): Promise<number> => {
    if (number < 3) return number;
    throw new Error(`no ${number}`);
  };
  const answers: number[] = [];
  const all = async () => {
    for await (const { answer } of askingAhead(numbers(50), ask)) answers.push(await answer);
  };
  await expect(all()).rejects.toThrow('no 3');
  expect(answers).toEqual([0, 1, 2]);
});

it('throws an error of the items behind all that came before it', async () => {
  async function* items(): AsyncGenerator<number> {
    yield* [1, 2, 3];
    throw new Error('no fourth');
  }
  const answers: number[] = [];
  const all = async () => {
    for await (const { answer } of askingAhead(items(), async (item) => item)) answers.push(await answer);
  };
  await expect(all()).rejects.toThrow('no fourth');
  expect(answers).toEqual([1, 2, 3]);
});

it('asks ahead about as much as there is room for, and about what is larger alone', async () => {
  const sizes = [1, 1, 1, 1, 9, 1, 1, 2, 2, 9, 9, 1];
  let asked: number[] = [];
  const seen: number[][] = [];
  async function* items(): AsyncGenerator<number> {
    yield* sizes;
  }
  const ask = async (size: number): Promise<number> => {
    asked.push(size);
    return size;
  };
  const answered: number[] = [];
  for await (const { answer } of askingAhead(items(), ask, { room: 4, sizeOf: (size) => size })) {
    seen.push(asked);
    asked = [];
    answered.push(await answer);
  }
  expect(answered).toEqual(sizes);
  expect(seen.slice(0, 6)).toEqual([[1, 1, 1, 1], [9], [], [], [], [1, 1, 2]]);
});
