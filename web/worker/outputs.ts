import { fourDigits } from '../../src/cli/numbers.ts';
import { withFields } from '../../src/io/with-fields.ts';
import { recordWriter } from '../../src/io/writers/record-writer.ts';
import type { Sink } from '../../src/io/writers/sink.ts';
import type { OutputFile } from './protocol.ts';
import type { Outcome } from './run.ts';

/** Bytes that are collected before they are given to the browser, which may keep them on the disk. */
const CHUNK = 1024 * 1024;
const NEWLINE = Uint8Array.of(0x0a);
const encoder = new TextEncoder();

/** What is kept: records as they came. */
export async function keptFile({ files, leaders }: Outcome): Promise<OutputFile> {
  const sink = new BlobSink();
  const writer = await recordWriter(files, { path: 'kept' }, sink);
  for (const [document, leader] of leaders.entries()) if (leader === document) await writer.write(document);
  await writer.finish();
  const [format, ...others] = new Set(files.sources.map((source) => source.format));
  const extension = others.length > 0 || format === undefined || format === 'text' ? 'jsonl' : format;
  return { name: `kept.${extension}`, blob: sink.finish() };
}

/** What is removed: whole records of JSON with what each duplicates. */
export async function removedFile({ files, leaders, distances, similarities }: Outcome): Promise<OutputFile> {
  const sink = new BlobSink();
  for (const [document, leader] of leaders.entries()) {
    if (leader === document) continue;
    const because = {
      duplicate_of: files.ids[leader],
      distance: distances[document],
      similarity: fourDigits(similarities[document]!),
    };
    sink.writeLine(encoder.encode(withFields((await files.record(document)).toString('utf8'), because)));
  }
  return { name: 'removed.jsonl', blob: sink.finish() };
}

class BlobSink implements Sink {
  readonly #blobs: Blob[] = [];
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  write(bytes: Uint8Array): void {
    // A copy, for what is written may be a view of a piece of a file.
    this.#parts.push(new Uint8Array(bytes));
    this.#size += bytes.length;
    if (this.#size >= CHUNK) this.#flush();
  }

  writeLine(bytes: Uint8Array): void {
    this.write(bytes);
    this.write(NEWLINE);
  }

  finish(): Blob {
    this.#flush();
    return new Blob(this.#blobs);
  }

  #flush(): void {
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#size = 0;
  }
}
