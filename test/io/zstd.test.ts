// Damage in Zstandard data: the decoder passes over checksums, so that `io/bytes/zstd.ts` must not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isZstd, unzstd } from '../../src/io/bytes/zstd.ts';
import { contentBy, twice } from '../support/byte-streams.ts';
import * as make from '../support/format-files.ts';
import { ZSTD_FRAME as FRAME } from '../support/format-files.ts';

const CONTENT = '{"text": "tick tock tick tock tick tock"}\n';
/** Its first byte says what the header holds, the second how large the window is. */
const HEADER = 4;

/** A text with numbers in it, as `zstd -9` compresses it. */
const PARAGRAPHS = Array.from(
  { length: 60 },
  (_, i) =>
    `paragraph ${i}: ${(i * 7919) % 997} boats left the harbour of Vennport, ${(i * 31) % 89} came back before night.\n`,
).join('');
const COMPRESSED =
  'KLUv/QRglQ4ANmBLG3Bp0ga2s/UVqY+Wte1VVUSK7O7uzhhw6e8CC1MAPgA9AKV7fuod+ohIk/5dLaZvhqR+EZaqT1O2/gAILBAFBgkfCXI4DD' +
  '4gMAw+EgwCFwcsEkSRSBwDPiBOFhBDYiB8IBZeHA4EKywMxODiFyMURlJgJIYihb6Vol97xdInpdz0B9VO/UJ3M+uvEa6vo0p+zqmPhcjGP83d' +
  '8S0Nj/zCqSmfLEuWP5VkfhkaU/O35Nj5ugFkh/6YzqRfjE4x/R06Ul9T1c9S21ofKwd3/atL38ps/Kqa8akmyZ8yU/JLjZW/ibrla92ZnzTnIx' +
  'Uunn8Ua+jv6aCvh5l+Gm76eKf+HWWZ9e3GEtevK+PTKfpzNTZ+ufHX8I58LZryc7F8tIJI5p+R+Wap55fhnU92AXeoQSBWoBjr/d9gc5RYBxJ4' +
  'BIH/BIFXZ38jtIO2Q+o+Z3DcvIGyDRGmHAAko+4ISKUWB6Fj0u5SN7ECaDmGk9TrwFA7VR6plXvfUM76UmS7VwuKyJ1EvYPCW9uNurUX6PY34C' +
  '1ZOIj+yS7E5Bzw6XQB7IZH76kwhPap9mB/C02UDtxT0cwbbmqyDCNItKbWSyqyZpOjkgBlM9NEKQJ3AwFGFdTKEQg=';

/** The content of data that comes in pieces of so many bytes. */
const contentOf = (data: Buffer, piece = data.length): Promise<string> => contentBy(unzstd, data, piece);

function flipped(data: Buffer, bit: number): Buffer {
  const copy = Buffer.from(data);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}

describe('Zstandard data', () => {
  it('is read in pieces of any size, frame after frame, with what is to be passed over before, between and behind', async () => {
    const skipped = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const data = Buffer.concat([skipped, FRAME, skipped, make.zstd('plain'), FRAME, skipped]);
    for (let piece = 1; piece <= data.length; piece++) {
      expect(await contentOf(data, piece)).toBe(`${CONTENT}plain${CONTENT}`);
    }
    expect([isZstd(data), isZstd(FRAME), isZstd(FRAME.subarray(1)), isZstd(Buffer.alloc(0))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('that ends anywhere within a frame is an error', async () => {
    for (let length = 1; length < FRAME.length; length++) {
      await expect(contentOf(FRAME.subarray(0, length)), `${length} bytes`).rejects.toThrow();
    }
    await expect(contentOf(Buffer.concat([FRAME, Buffer.from('more')]))).rejects.toThrow('no Zstandard data');
  });

  it('of a window that no decoder here has memory for is said to be that', async () => {
    const wide = (bits: number) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (bits - 10) << 3, 0x11, 0, 0, 0x61, 0x62]);
    await expect(contentOf(wide(30))).resolves.toBe('ab');
    await expect(contentOf(wide(31))).rejects.toThrow('compressed with --long=31, and --long=30 is the most');
  });

  it('ends its source where it is damaged, and where nobody wants more', async () => {
    let ended = 0;
    const source = (data: Buffer) => twice(data, () => ended++);
    const goThrough = async (data: Buffer) => {
      for await (const _ of unzstd(source(data))) break;
    };
    await goThrough(FRAME);
    expect(ended).toBe(1);
    await expect(goThrough(Buffer.from('no Zstandard'))).rejects.toThrow('no Zstandard data');
    expect(ended).toBe(2);
  });

  it('with any bit flipped is an error, or nothing else: in its header some bits are not needed', async () => {
    const alike: number[] = [];
    for (let bit = 0; bit < 8 * FRAME.length; bit++) {
      const content = await contentOf(flipped(FRAME, bit)).catch(() => undefined);
      if (content === undefined) continue;
      expect(content).toBe(CONTENT);
      alike.push(bit - 8 * HEADER);
    }
    // A bit that nobody uses, whether the next byte is the window's or the content's size, and that one, but for its highest bit: no window is so wide.
    expect(alike).toEqual([4, 5, 8, 9, 10, 11, 12, 13, 14]);
    // A letter in place of another.
    await expect(contentOf(flipped(FRAME, 8 * FRAME.indexOf('tick')))).rejects.toThrow('checksum');
  });

  it('of many entropy-coded bytes is an error with a flipped bit, or has the same content', async () => {
    const data = Buffer.from(COMPRESSED, 'base64');
    expect(await contentOf(data)).toBe(PARAGRAPHS);
    const bits = fc.integer({ min: 0, max: 8 * data.length - 1 });
    await fc.assert(
      fc.asyncProperty(bits, async (bit) => {
        const content = await contentOf(flipped(data, bit)).catch(() => PARAGRAPHS);
        expect(content === PARAGRAPHS, `bit ${bit}`).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
