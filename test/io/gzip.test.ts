// What stands behind members of gzip data, and damage in it.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../src/io/bytes/gzip.ts';
import { contentBy, twice } from '../support/byte-streams.ts';

const MEMBERS = ['first member\n', '', 'second member, of some more words than that\n', 'third\n'].map((text) =>
  gzipSync(text),
);
const CONTENT = 'first member\nsecond member, of some more words than that\nthird\n';

/** The content of data that comes in pieces of so many bytes. */
const contentOf = (data: Buffer, piece = data.length): Promise<string> => contentBy(gunzip, data, piece);

const joined = (zeros: number): Buffer => Buffer.concat(MEMBERS.flatMap((member) => [member, Buffer.alloc(zeros)]));

describe('gzip data', () => {
  it.each([0, 1, 7, 512])(
    'with %i zero bytes behind each member is read to its end, in pieces of any size',
    async (zeros) => {
      const data = joined(zeros);
      for (const piece of [1, 2, 3, 10, 25, 33, 64, 100, 511, 512, 513, data.length]) {
        expect(await contentOf(data, piece), `pieces of ${piece}`).toBe(CONTENT);
      }
    },
  );

  it('of many pieces and members is read with padding', async () => {
    const text = Array.from({ length: 40_000 }, (_, i) => `line ${i} ${(i * 7919) % 997}\n`);
    const members = Array.from({ length: 40 }, (_, i) => gzipSync(text.slice(1000 * i, 1000 * (i + 1)).join('')));
    const data = Buffer.concat(members.flatMap((member, i) => [member, Buffer.alloc(i % 3 === 0 ? 1000 * i : 0)]));
    for (const piece of [1000, 4096, 70_000]) expect(await contentOf(data, piece)).toBe(text.join(''));
  });

  it('that ends within a member is an error, and between two it is what was there', async () => {
    const data = joined(0);
    const ends = MEMBERS.map((_, i) => Buffer.concat(MEMBERS.slice(0, i + 1)).length);
    const errors: number[] = [];
    for (let length = 1; length <= data.length; length++) {
      await contentOf(data.subarray(0, length)).catch(() => errors.push(length));
    }
    expect(errors).toEqual(Array.from({ length: data.length }, (_, i) => i + 1).filter((n) => !ends.includes(n)));
  });

  it.each([0, 3])('with something else behind it, after %i zero bytes, is an error', async (zeros) => {
    for (const garbage of ['x', 'more', '\x1f', '\x1f\x8b', '\x1fmore', '\x1f\x8bmore of it']) {
      const data = Buffer.concat([MEMBERS[0]!, Buffer.alloc(zeros), Buffer.from(garbage, 'latin1')]);
      for (const piece of [1, data.length]) await expect(contentOf(data, piece), garbage).rejects.toThrow();
    }
  });

  it('with any bit flipped is an error, or has the same content: in its header most bits are not needed', async () => {
    const data = Buffer.concat([MEMBERS[0]!, Buffer.alloc(5), MEMBERS[2]!]);
    for (let bit = 0; bit < 8 * data.length; bit++) {
      const copy = Buffer.from(data);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      const content = await contentOf(copy).catch(() => undefined);
      if (content !== undefined)
        expect(content, `bit ${bit}`).toBe('first member\nsecond member, of some more words than that\n');
    }
  });

  it('ends its source where it is damaged, and where nobody wants more', async () => {
    let ended = 0;
    const source = (data: Buffer) => twice(data, () => ended++);
    for await (const _ of gunzip(source(MEMBERS[0]!))) break;
    await expect(async () => {
      for await (const _ of gunzip(source(Buffer.from('no gzip data')))) break;
    }).rejects.toThrow();
    expect(ended).toBe(2);
  });

  it('that is damaged is an error, though its pipe may bring no more', async () => {
    async function* pipe(): AsyncGenerator<Buffer> {
      yield Buffer.concat([MEMBERS[0]!, Buffer.from('more')]);
      await new Promise(() => {});
    }
    await expect(async () => {
      for await (const _ of gunzip(pipe()));
    }).rejects.toThrow();
  });
});
