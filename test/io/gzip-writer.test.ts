// Outputs that are compressed are what they would be without it, for every reader of gzip data, and are read again.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GzipWriter } from '../../src/io/outputs/gzip.ts';
import { OutputFile } from '../../src/io/outputs/output-file.ts';
import { folderForEach } from '../support/folders.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const HEADER = 10;
const TRAILER = 8;

const folder = folderForEach();

function compressed(blocks: readonly Uint8Array[]): Buffer {
  const writer = new GzipWriter();
  return Buffer.concat([...blocks.map((block) => writer.block(block)), writer.end()]);
}

const unpacked = (name: string): string => gunzipSync(readFileSync(folder.at(name))).toString();

describe('gzip data that is written', () => {
  it('in any blocks is one member with the same content', () => {
    const block = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(70_000).map((length) => new Uint8Array(length + 1).map((_, i) => (i ** 2) >> 5)),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
        const data = compressed(blocks);
        const content = Buffer.concat(blocks);
        expect(gunzipSync(data).equals(content)).toBe(true);
        // Whoever reads nothing but the first member reads all of it.
        const { buffer, engine } = inflateRawSync(data.subarray(HEADER), { info: true }) as unknown as {
          buffer: Buffer;
          engine: { bytesWritten: number };
        };
        expect(buffer.equals(content)).toBe(true);
        expect(engine.bytesWritten).toBe(data.length - HEADER - TRAILER);
      }),
    );
  });

  it('begins without a name, a time and a system, so that the same content is the same file', () => {
    expect(Array.from(compressed([]).subarray(0, HEADER))).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  });

  it('refers to blocks before, as one of a single block does', () => {
    const news = readFileSync(NEWS);
    const blocks = Array.from({ length: Math.ceil(news.length / 8192) }, (_, i) =>
      news.subarray(8192 * i, 8192 * (i + 1)),
    );
    expect(compressed(blocks).length).toBeLessThan(1.03 * gzipSync(news).length);
    expect(Buffer.concat(blocks.map((block) => gzipSync(block))).length).toBeGreaterThan(1.2 * gzipSync(news).length);
  });

  it('has lines longer than what is gathered', () => {
    const lines = [1, 300_000, 2, 600_000, 3].map((length, i) => String(i).repeat(length));
    const output = new OutputFile(folder.at('lines.gz'));
    for (const line of lines) output.writeLine(line);
    output.finish();
    output.commit();
    expect(unpacked('lines.gz')).toBe(`${lines.join('\n')}\n`);
  });
});

describe('outputs whose names end in .gz', () => {
  it('are those of dedupe, compressed, and are read by what reads these', () => {
    const names = ['kept.jsonl', 'removed.jsonl', 'pairs.jsonl', 'groups.jsonl', 'report.html'];
    const options = ['-o', '--removed', '--pairs', '--groups', '--report'];
    const named = (end: string) => options.flatMap((option, i) => [option, `${names[i]}${end}`]);
    folder.run('dedupe', NEWS, ...named(''));
    folder.run('dedupe', NEWS, ...named('.gz'));
    for (const name of names.slice(0, 4)) expect(unpacked(`${name}.gz`), name).toBe(folder.read(name));
    expect(unpacked('report.html.gz')).toMatch(/^<!doctype html>.*<\/html>\s*$/is);
    const decided = folder.run('decide', 'pairs.jsonl', '--rule', 'components');
    expect(folder.run('decide', 'pairs.jsonl.gz', '--rule', 'components').stdout).toBe(decided.stdout);
    expect(folder.names()).toEqual([...names, ...names.map((name) => `${name}.gz`)].sort());
  });

  it('take the place of the input, with records as they came', () => {
    const rows = ['id,text', '1,one two three four five', '2,one two three four five', '3,some other text'];
    folder.write('rows.csv.gz', gzipSync(rows.join('\n')));
    expect(folder.run('dedupe', 'rows.csv.gz', '-o', 'rows.csv.gz').status).toBe(0);
    expect(unpacked('rows.csv.gz')).toBe([rows[0], rows[1], rows[3], ''].join('\n'));
  });

  it('are whole where nothing is in them', () => {
    folder.write('empty.jsonl', '');
    folder.run('dedupe', 'empty.jsonl', '-o', 'kept.jsonl.gz');
    expect(unpacked('kept.jsonl.gz')).toBe('');
  });

  it('are fingerprints and idf models, which are read', () => {
    folder.run('idf', NEWS, '-o', 'model.json.gz');
    folder.run('idf', NEWS, '-o', 'model.json');
    expect(unpacked('model.json.gz')).toBe(folder.read('model.json'));
    const made = folder.run('fingerprint', NEWS, '--idf', 'model.json.gz', '-o', 'fingerprints.jsonl.gz');
    expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
    folder.run('fingerprint', NEWS, '--idf', 'model.json', '-o', 'fingerprints.jsonl');
    expect(unpacked('fingerprints.jsonl.gz')).toBe(folder.read('fingerprints.jsonl'));
    const found = folder.run('search', 'fingerprints.jsonl.gz', '--strings', 'the storm', '--idf', 'model.json.gz');
    expect([found.status, found.stderr]).toEqual([0, expect.any(String)]);
  });
});
