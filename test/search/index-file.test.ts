// Indexes as files: whole or not at all.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CorruptDataError, RecipeMismatchError } from '../../src/errors.ts';
import { InputError, loadDocumentIndex, loadIndex, OutputError, saveIndex } from '../../src/node/index.ts';
import { DocumentIndex } from '../../src/search/document-index.ts';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import { randomBits, sets } from '../support/fingerprints.ts';

describe('files of indexes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hammingbird-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function someIndex(): HammingIndex {
    const index = new HammingIndex({ maxDistance: 3, recipe: 'words/2' });
    index.addAll(BigUint64Array.from(sets.clustered!(50_000, randomBits(4n))));
    return index;
  }

  it('have what toBytes gives, take the place of older ones, and are read', async () => {
    const path = join(folder, 'some.index');
    writeFileSync(path, 'before');
    const index = someIndex();
    saveIndex(index, path);
    expect(readFileSync(path).equals(index.toBytes())).toBe(true);
    expect(readdirSync(folder)).toEqual(['some.index']);
    const loaded = await loadIndex(path, { recipe: 'words/2' });
    expect(loaded.pairs()).toEqual(index.pairs());
    await expect(loadIndex(path, { recipe: 'words/3' })).rejects.toThrow(RecipeMismatchError);
  });

  it('may be called as the command calls its standard output', async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      saveIndex(someIndex(), '-');
      expect(readdirSync('.')).toEqual(['-']);
      expect((await loadIndex('-')).size).toBe(50_000);
    } finally {
      process.chdir(before);
    }
  });

  it('are compressed where the name says so', async () => {
    const path = join(folder, 'some.index.gz');
    const index = someIndex();
    saveIndex(index, path);
    expect(gunzipSync(readFileSync(path)).equals(index.toBytes())).toBe(true);
    expect((await loadIndex(path)).pairs()).toEqual(index.pairs());
  });

  it('of documents are read', async () => {
    const path = join(folder, 'documents.index');
    const index = new DocumentIndex({ maxDistance: 3 });
    index.add('a', 'the cat sat on the mat');
    saveIndex(index, path);
    expect((await loadDocumentIndex(path)).search('the cat sat on the mat')).toHaveLength(1);
    await expect(loadIndex(path)).rejects.toThrow(CorruptDataError);
  });

  it('that are missing, cut off or no indexes are named errors', async () => {
    const path = join(folder, 'some.index');
    await expect(loadIndex(path)).rejects.toThrow(InputError);
    await expect(loadIndex(folder)).rejects.toThrow(InputError);
    saveIndex(someIndex(), path);
    truncateSync(path, 1_000_000);
    await expect(loadIndex(path)).rejects.toThrow(CorruptDataError);
    writeFileSync(path, '');
    await expect(loadIndex(path)).rejects.toThrow(CorruptDataError);
  });

  it('that could not be written leave the older one, and nothing else', () => {
    const path = join(folder, 'some.index');
    writeFileSync(path, 'before');
    const index = someIndex();
    const failing = {
      *snapshot(): Generator<Uint8Array> {
        yield index.toBytes();
        throw new Error('no more');
      },
    };
    expect(() => saveIndex(failing as unknown as HammingIndex, path)).toThrow('no more');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['some.index']);
    expect(() => saveIndex(index, join(folder, 'nowhere', 'some.index'))).toThrow(OutputError);
  });

  it('that cannot be given their name leave nothing', () => {
    const path = join(folder, 'some.index');
    const hindering = {
      *snapshot(): Generator<Uint8Array> {
        yield someIndex().toBytes();
        mkdirSync(path);
      },
    };
    expect(() => saveIndex(hindering as unknown as HammingIndex, path)).toThrow(OutputError);
    expect(readdirSync(folder)).toEqual(['some.index']);
  });
});
