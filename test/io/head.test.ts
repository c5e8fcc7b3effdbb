// Bytes whose head is looked at first: they come whole, and are ended however little of them anybody reads.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HEAD, withHead } from '../../src/io/bytes/head.ts';

const chunksOfBytes = fc.array(
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
  { maxLength: 10 },
);

it('bytes with a head come whole', async () => {
  await fc.assert(
    fc.asyncProperty(chunksOfBytes, async (chunks) => {
      const whole = Buffer.concat(chunks);
      const read: Buffer[] = [];
      const bytes = withHead(streamOf(chunks), ({ head, all }) => {
        expect(head).toEqual(whole.subarray(0, HEAD));
        return all;
      });
      for await (const chunk of bytes) read.push(chunk);
      expect(Buffer.concat(read)).toEqual(whole);
    }),
  );
});

it.each<[string, (all: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>]>([
  [
    'nobody wants more than the head',
    async function* () {
      yield Buffer.from('enough');
    },
  ],
  [
    'the head is not fine',
    // biome-ignore lint/correctness/useYield: it fails before
    async function* () {
      throw new Error('of another kind');
    },
  ],
  [
    'nobody wants more than the first chunk',
    async function* (all) {
      for await (const chunk of all) return yield chunk;
    },
  ],
])('bytes are ended where %s', async (_, read) => {
  let ended = 0;
  const source = streamOf([Buffer.alloc(20), Buffer.alloc(20)], () => ended++);
  try {
    for await (const _ of withHead(source, ({ all }) => read(all)));
  } catch {}
  expect(ended).toBe(1);
});

it('bytes are ended where whoever asked for them wants no more', async () => {
  let ended = 0;
  const source = streamOf([Buffer.alloc(20), Buffer.alloc(20)], () => ended++);
  for await (const _ of withHead(source, ({ all }) => all)) break;
  expect(ended).toBe(1);
});

async function* streamOf(chunks: readonly Buffer[], onEnd = () => {}): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } finally {
    onEnd();
  }
}
