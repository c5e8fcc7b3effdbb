import type { Storage } from '../../src/io/bytes/storage.ts';
import { Collection, type ReadDocument } from '../../src/io/collection.ts';
import { InputError, reasonBeside } from '../../src/io/errors.ts';
import { type Format, formatOf, unreadable } from '../../src/io/format-names.ts';
import { openJson } from '../../src/io/formats/json.ts';
import { openLines } from '../../src/io/formats/line-records.ts';
import { type Fields, MalformedRecord } from '../../src/io/records.ts';
import type { Reading, RecordSource } from '../../src/io/source.ts';
import { NO_ACCESS } from './no-access.ts';
import { storedIn } from './open-file.ts';
import { plainText } from './plain-text.ts';
import { bytesOfFiles, type DroppedFile } from './protocol.ts';
import { TextFiles } from './text-files.ts';

/** The documents in files of the user, in their order. What cannot be read is passed over and listed. */
export class Files extends Collection {
  readonly #files: readonly DroppedFile[];
  readonly #fields: Fields;
  /** Bytes of the files, and how many of them were read. */
  readonly bytes: number;
  bytesRead = 0;

  constructor(files: readonly DroppedFile[], fields: Fields) {
    super();
    this.#files = files;
    this.#fields = fields;
    this.bytes = bytesOfFiles(files);
  }

  async *read(): AsyncGenerator<ReadDocument> {
    let before = 0;
    for (const one of this.#files) {
      const count = this.ids.length;
      try {
        yield* this.#readFile(one);
      } catch (error) {
        if (!(error instanceof InputError || error instanceof MalformedRecord)) throw error;
        this.reject(one.path, reasonBeside(one.path, error, this.ids.length - count));
      }
      before += one.file?.size ?? 0;
      this.bytesRead = before;
    }
    await this.checkFields();
  }

  async *#readFile({ path, file }: DroppedFile): AsyncGenerator<ReadDocument> {
    if (file === undefined) throw new MalformedRecord(NO_ACCESS);
    const format = formatOf(path) ?? 'text';
    const problem = obstacle(path, format);
    if (problem !== undefined) throw new MalformedRecord(problem);
    const blob = await plainText(file, path);
    if (!isRead(format)) {
      const last = this.sources.at(-1);
      const found = (last instanceof TextFiles ? last : new TextFiles()) as TextFiles;
      const document = found.add(path, blob);
      if (found !== last) this.begin(found);
      yield this.add(document);
      return;
    }
    // What was decompressed is longer than its file, and no more than a guess at how far this has come.
    const stored = storedIn(blob, path, (bytes) => {
      this.bytesRead += (bytes * file.size) / blob.size;
    });
    const reject = (place: string, reason: string): void => this.reject(place, reason, path);
    const source = this.begin(
      await open(format, {
        path,
        fields: this.#fields,
        charset: undefined,
        // All that is asked of it here.
        storage: { keepText: async () => stored } as Pick<Storage, 'keepText'> as Storage,
        reject,
      }),
    );
    const found = source.read();
    // A loop without `await` where that can be: waiting for every document takes longer than finding it.
    if (Symbol.iterator in found)
      for (const one of found) {
        if (one) yield this.add(one);
      }
    else for await (const one of found) if (one) yield this.add(one);
  }
}

/** Formats whose records are read here. */
const READ = ['jsonl', 'json', 'csv', 'tsv', 'lines'] as const;
type Read = (typeof READ)[number];

const isRead = (format: Format): format is Read => (READ as readonly Format[]).includes(format);

async function open(format: Read, reading: Reading): Promise<RecordSource> {
  if (format === 'json') return openJson(reading);
  if (format === 'jsonl' || format === 'lines') return openLines(reading, format);
  return (await import('../../src/io/formats/csv.ts')).openCsv(reading, format);
}

/** Why a file is not read here. */
function obstacle(path: string, format: Format): string | undefined {
  const problem = unreadable(path);
  if (problem !== undefined || isRead(format) || format === 'text') return problem;
  return `${format}, which the command reads and this page does not`;
}
