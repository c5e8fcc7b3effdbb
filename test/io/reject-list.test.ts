import { expect, it } from 'vitest';
import { RejectList } from '../../src/io/reject-list.ts';

const reject = (i: number) => ({ place: `a:${i}`, reason: 'no JSON' });

it('millions are counted, and only the first are kept', () => {
  const list = new RejectList();
  for (let i = 0; i < 3_000_000; i++) list.add(reject(i), 'a');
  expect([list.length, list.countIn('a'), list.first(3_000_000)]).toEqual([
    3_000_000,
    3_000_000,
    Array.from({ length: 1000 }, (_, i) => reject(i)),
  ]);
});

it('those in a file are counted, without what was passed over as a whole', () => {
  const list = new RejectList();
  list.add(reject(1), 'a');
  list.add({ place: 'a', reason: 'cannot be read' });
  list.add({ place: 'b:1', reason: 'no JSON' }, 'b');
  list.add(reject(2), 'a');
  expect([list.length, list.countIn('a'), list.countIn('b'), list.countIn('c')]).toEqual([4, 2, 1, 0]);
});

it('several lists are one, in their order', () => {
  const lists = [3, 0, 1500].map((count, at) => {
    const list = new RejectList();
    for (let i = 0; i < count; i++) list.add(reject(at * 10_000 + i));
    return list;
  });
  const all = RejectList.joined(lists);
  expect([all.length, all.first(4).map(({ place }) => place)]).toEqual([1503, ['a:0', 'a:1', 'a:2', 'a:20000']]);
});
