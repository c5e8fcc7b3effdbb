// What is read and written goes through memory that is used again: nothing may be cut, mixed up, or come from before.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLines } from '../../src/io/bytes/lines.ts';
import type { Stored } from '../../src/io/bytes/storage.ts';
import { StoredRecords } from '../../src/io/bytes/stored-records.ts';
import { OutputFile } from '../../src/io/outputs/output-file.ts';
import { type Piece, piecesOf, readPiece } from '../../src/io/pieces.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hammingbird-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Lengths about those at which memory is full: 64, 128, 256 and 512 KiB. */
const lengths = fc.oneof(
  fc.nat(40),
  fc.tuple(fc.constantFrom(65_536, 131_072, 262_144, 524_288), fc.integer({ min: -3, max: 3 })).map(([a, b]) => a + b),
);
/** A text of ASCII of each length, of another letter than those beside it. */
const texts = fc
  .array(lengths, { maxLength: 9 })
  .map((all) => all.map((length, i) => String.fromCharCode(0x61 + (i % 26)).repeat(length)));

function withStored<T>(content: string, work: (stored: Stored) => T): T {
  const path = join(folder, 'stored');
  writeFileSync(path, content);
  const file = openSync(path, 'r');
  try {
    return work({ path, file, start: 0, end: Buffer.byteLength(content) });
  } finally {
    closeSync(file);
  }
}

describe('readLines', () => {
  it('gives the lines of any lengths, and where they stand', () => {
    fc.assert(
      fc.property(texts, fc.nat(70_000), fc.boolean(), (lines, start, isEnded) => {
        const content = lines.map((line) => `${line}\n`).join('') + (isEnded ? '' : 'rest');
        const from = Math.min(start, content.length);
        const read = withStored(content, (stored) =>
          Array.from(readLines({ ...stored, start: from }), ({ bytes, offset, end }) => [`${bytes}`, offset, end]),
        );
        let at = from;
        const expected = content.slice(from).split('\n');
        if (expected.at(-1) === '') expected.pop();
        const places = expected.map((line) => {
          const place = [line, at, at + line.length];
          at += line.length + 1;
          return place;
        });
        expect(read).toEqual(places);
      }),
      { numRuns: 60 },
    );
  });

  it('fails where a file ends that has become shorter, once all lines before are read', () => {
    const lines: string[] = [];
    const read = () =>
      withStored('one\ntwo', (stored) => {
        for (const { bytes } of readLines({ ...stored, end: 1_000_000 })) lines.push(`${bytes}`);
      });
    expect(read).toThrow('changed while it was being read');
    expect(lines).toEqual(['one']);
  });
});

describe('readPiece', () => {
  const read = (content: string, text: readonly string[]) =>
    withStored(content, (stored) => {
      const pieces: Piece[] = [...piecesOf({ ...stored, format: 'jsonl', fields: { text } })];
      return pieces.flatMap((piece) => readPiece(piece).texts.map(String));
    });
  const jsonl = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

  it('gives every text whole, of any lengths', () => {
    fc.assert(
      fc.property(texts, (all) => {
        expect(read(jsonl(all.map((text) => ({ text }))), ['text'])).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });

  it('gives texts whole that take more than the piece they stand in', () => {
    const long = 'ü'.repeat(300_000);
    expect(read(jsonl([{ a: long }, { a: 'short' }, { a: long }]), ['a', 'a'])).toEqual([
      `${long}\n${long}`,
      'short\nshort',
      `${long}\n${long}`,
    ]);
  });
});

describe('StoredRecords', () => {
  it('gives each record, in order and out of it', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(8)), (all, order) => {
        withStored(all.join(''), (stored) => {
          const records = new StoredRecords(stored);
          let at = 0;
          for (const text of all) {
            records.add(at, text.length);
            at += text.length;
          }
          for (const i of [...all.keys(), ...order.filter((place) => place < all.length)]) {
            expect(records.bytes(i).toString()).toBe(all[i]);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('OutputFile', () => {
  it('writes what was handed over, though its memory is used for other things afterwards', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const file = new OutputFile(join(folder, 'output'));
        const memory = Buffer.alloc(600_000);
        for (const text of all) {
          memory.write(text);
          file.writeLine(memory.subarray(0, text.length));
          memory.fill('?');
        }
        file.finish();
        file.commit();
        expect(readFileSync(file.path, 'utf8')).toBe(all.map((text) => `${text}\n`).join(''));
      }),
      { numRuns: 60 },
    );
  });
});
