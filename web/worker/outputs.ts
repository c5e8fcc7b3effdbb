import { OutputError } from '../../src/io/errors.ts';
import { type OutputFormat, ownFormat, recordWriter } from '../../src/io/writers/record-writer.ts';
import type { RecordWriter, Sink } from '../../src/io/writers/sink.ts';
import { withFields } from '../../src/io/writers/with-fields.ts';
import { fourDigits } from '../../src/numbers.ts';
import type { Files } from './files.ts';
import type { OutputFile } from './protocol.ts';
import type { Outcome } from './run.ts';

/**
 * Bytes that are collected before they are given to the browser, which may keep them on the disk. In few pieces: where each
 * line is one, Firefox holds up the thread of the page, some tenths of a second for 40 MB, when it is asked for their address.
 */
const PIECE = 1024 * 1024;
const NEWLINE = Uint8Array.of(0x0a);
const encoder = new TextEncoder();

/** What is kept: records as they came, or as JSONL, if they do not go together in another way. */
export async function keptFile({ files, leaders }: Outcome): Promise<OutputFile> {
  const sink = new BlobSink();
  const { writer, format } = await writerOf(files, sink);
  for (const [document, leader] of leaders.entries()) if (leader === document) await writer.write(document);
  await writer.finish();
  return { name: `kept.${format === 'lines' ? 'log' : format}`, blob: sink.finish() };
}

async function writerOf(files: Files, sink: Sink): Promise<{ writer: RecordWriter; format: OutputFormat }> {
  const format = ownFormat(files.origins);
  try {
    return { writer: await recordWriter(files, { path: 'kept', format }, sink), format };
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    // Tables with different headers: where the command says so and asks for a format, nobody can answer here.
    return { writer: await recordWriter(files, { path: 'kept', format: 'jsonl' }, sink), format: 'jsonl' };
  }
}

/** What is removed: whole records of JSON with what each duplicates. */
export async function removedFile({ files, leaders, distances, similarities }: Outcome): Promise<OutputFile> {
  const sink = new BlobSink();
  for (const [document, leader] of leaders.entries()) {
    if (leader === document) continue;
    const because = {
      duplicate_of: files.ids.at(leader),
      distance: distances[document],
      similarity: fourDigits(similarities[document]!),
    };
    const line = await withFields((await files.record(document)).toString('utf8'), because);
    sink.writeLine(encoder.encode(line));
  }
  return { name: 'removed.jsonl', blob: sink.finish() };
}

class BlobSink implements Sink {
  readonly #blobs: Blob[] = [];
  /** Filled and copied again and again. */
  readonly #piece = new Uint8Array(PIECE);
  #size = 0;

  write(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0; ) {
      const some = rest.subarray(0, PIECE - this.#size);
      this.#piece.set(some, this.#size);
      this.#size += some.length;
      rest = rest.subarray(some.length);
      if (this.#size === PIECE) this.#flush();
    }
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
    this.#blobs.push(new Blob([this.#piece.subarray(0, this.#size)]));
    this.#size = 0;
  }
}
