import type { Several } from '../iterable.ts';
import { Turns } from '../turns.ts';
import { askingAhead } from './ahead.ts';
import { nameOf, namesOf } from './bytes/input-bytes.ts';
import { Storage } from './bytes/storage.ts';
import { Collection, type ReadDocument } from './collection.ts';
import { InputError, reasonBeside } from './errors.ts';
import type { Format } from './format-names.ts';
import { formatOfInput, isOneDocument, unreadable } from './format-names.ts';
import { openRecords } from './formats/open-records.ts';
import { PAGES_HERE } from './formats/page-text.ts';
import { readWhole, WholeFiles } from './formats/whole-files.ts';
import { filesOf, type InputFile, sizeOfFile } from './inputs.ts';
import type { IsOwn } from './outputs/own-files.ts';
import { type HtmlPart, type Page, type PageReader, pagesAhead } from './page-reader.ts';
import { byteLength } from './pieces.ts';
import { Gathered, PiecesInTurn, type Portion, type TextsRead } from './portions.ts';
import { type Fields, type Found, MalformedRecord } from './records.ts';
import type { Reject } from './reject-list.ts';
import { type DivisibleSource, isDivisible, type ReadingPages, type RecordSource, type Source } from './source.ts';

export type OnOrigin = (origin: Source) => void;

/** How inputs are read. */
export interface CorpusOptions {
  readonly fields: Fields;
  /** The columns of tables without a header; without it, the first row names them. */
  readonly columns?: readonly string[] | undefined;
  /** Without it, each file's name tells its format; what comes through a pipe is JSONL, and other names mean text. */
  readonly format?: Format | undefined;
  /** The encoding of texts that do not tell theirs; UTF-8 without it. */
  readonly charset?: string | undefined;
  readonly html?: HtmlPart;
  /** Who makes text of pages; this thread without it. Is closed when all is read. */
  readonly pages?: PageReader | undefined;
  /** Files that are no inputs where they are merely found. */
  readonly isOwn?: IsOwn | undefined;
  /** Documents that were read before: what their records have is there, though these may lack it. */
  readonly reference?: Collection | undefined;
  /** They are such documents, so that what they lack others may have. */
  readonly isReference?: boolean | undefined;
  /** Is told of each source that turns out to have documents. What it throws, but for an `InputError`, ends the reading. */
  readonly onOrigin?: OnOrigin | undefined;
}

/** A file that is to be read, of a page with what is in it, or why that cannot be had; or the end of an input. */
interface Met {
  readonly file?: InputFile;
  readonly page?: Page;
  readonly failed?: unknown;
  /** The folder or pattern that ends here, if it is one. */
  readonly searched?: string | undefined;
}

/** The text of a file, if it is a page. */
type PageText = Promise<Uint8Array | undefined>;

/**
 * The documents of some files, in the order of the inputs, of their records, and of file names below a folder. It
 * keeps where each document is, not its text; `text` and `record` read it again.
 */
export class Corpus extends Collection {
  readonly inputs: readonly string[];
  /** Bytes of text in the documents read. */
  textBytes = 0;
  /** Bytes of the named files that were read to their end, and of the one that is being read. */
  #finished = 0;
  #size = 0;
  /** The first that was passed over of what was named last. */
  #passedOver: Reject | undefined;
  readonly #options: CorpusOptions;
  readonly #storage = new Storage();
  readonly #gathered = new Gathered();
  readonly #pages: PageReader;

  constructor(inputs: readonly string[], options: CorpusOptions) {
    super();
    this.inputs = inputs;
    this.#options = options;
    this.#pages = options.pages ?? PAGES_HERE;
  }

  /**
   * All documents.
   *
   * @throws {InputError} if an input cannot be read or is of a format that is not known
   */
  async *read(): AsyncGenerator<ReadDocument> {
    let number = 0;
    for await (const portion of this.#portions(false)) {
      for (const text of (portion as TextsRead).texts) yield { number: number++, text };
    }
  }

  /**
   * All documents in portions, files of lines in pieces.
   *
   * @throws {InputError} as `read`
   */
  portions(): AsyncGenerator<Portion> {
    return this.#portions(true);
  }

  /** How many bytes of the files that were named have been read, as they lie on the disk: compressed, if they are. */
  get bytesRead(): number {
    return this.#finished + this.#size * (this.sources.at(-1)?.share ?? 0);
  }

  close(): void {
    this.#storage.close();
  }

  async *#portions(divides: boolean): AsyncGenerator<Portion> {
    try {
      yield* this.#allPortions(divides);
    } finally {
      this.#pages.close();
    }
  }

  async *#allPortions(divides: boolean): AsyncGenerator<Portion> {
    const ahead = pagesAhead(this.#pages);
    let documents = 0;
    for await (const { item, answer } of askingAhead(this.#met(), (met) => this.#pageText(met), ahead)) {
      const { file, searched } = item;
      if (file !== undefined) {
        yield* this.#portionsOf(file, answer, divides);
        continue;
      }
      if (searched !== undefined) this.#checkFound(searched, documents);
      documents = this.ids.length;
      this.#passedOver = undefined;
    }
    yield* this.#gathered.rest();
    const { isReference = false, reference } = this.#options;
    if (!isReference) await this.checkFields(` of ${namesOf(this.inputs)}`, reference);
  }

  async *#portionsOf(file: InputFile, pageText: PageText, divides: boolean): AsyncGenerator<Portion> {
    const before = this.ids.length;
    try {
      const opened = await this.#open(file, pageText);
      // Of what is found in folders, how much there is to come is not known either.
      if (file.isNamed) this.#size = sizeOfFile(file.path);
      if (divides && isDivisible(opened) && !opened.isOnePiece) yield* this.#pieces(opened);
      else yield* this.#texts('read' in opened ? opened.read() : opened);
      this.#finished += this.#size;
      this.#size = 0;
    } catch (error) {
      if (file.isNamed || !(error instanceof InputError)) throw error;
      this.reject(file.path, reasonBeside(file.path, error, this.ids.length - before));
    }
  }

  async *#texts(found: Several<Found | undefined>): AsyncGenerator<Portion> {
    const turns = new Turns();
    // A loop without `await` where that can be: waiting for every document takes longer than finding it.
    if (Symbol.iterator in found) {
      for (const one of found) {
        if (one) yield* this.#gathered.with(this.#textOf(one));
        else if (turns.isOver) await turns.give();
      }
    } else {
      for await (const one of found) {
        if (one) yield* this.#gathered.with(this.#textOf(one));
        else if (turns.isOver) await turns.give();
      }
    }
  }

  /** What comes after them is numbered after their documents, and so waits for them. */
  async *#pieces(source: DivisibleSource): AsyncGenerator<Portion> {
    yield* this.#gathered.rest();
    const inTurn = new PiecesInTurn((found) => {
      this.addIds(source.take(found), () => found.lacks ?? []);
      this.textBytes += found.textBytes;
    });
    for (const piece of source.pieces()) {
      if (inTurn.hasFailed) break;
      yield inTurn.toRead(piece);
    }
    await inTurn.done();
  }

  /** What is compressed is kept in one file, and so pages are read one after another, before text is made of them ahead. */
  async *#met(): AsyncGenerator<Met> {
    for (const input of this.inputs) yield* this.#metIn(input);
  }

  async *#metIn(input: string): AsyncGenerator<Met> {
    let isNamed = false;
    for await (const file of filesOf(input, this.#options.isOwn)) {
      ({ isNamed } = file);
      if (this.#formatOf(file) !== 'html' || this.#obstacle(file) !== undefined) yield { file };
      else yield { file, ...(await this.#pageIn(file)) };
    }
    yield { searched: isNamed ? undefined : input };
  }

  async #pageIn({ path }: InputFile): Promise<Pick<Met, 'page' | 'failed'>> {
    const reading = this.#reading(path);
    try {
      const { bytes } = await readWhole('html', reading);
      return { page: { bytes, charset: reading.charset, part: reading.html } };
    } catch (failed) {
      return { failed };
    }
  }

  async #pageText({ page, failed }: Met): PageText {
    if (failed !== undefined) throw failed;
    return page && this.#pages.text(page);
  }

  async #open(file: InputFile, pageText: PageText): Promise<RecordSource | readonly Found[]> {
    const obstacle = this.#obstacle(file);
    if (obstacle !== undefined) return this.#passOver(file, obstacle);
    const format = this.#formatOf(file);
    const reading = this.#reading(file.path);
    if (!isOneDocument(format)) return this.begin(await openRecords(format, reading));
    const last = this.sources.at(-1);
    const files = last instanceof WholeFiles ? last : this.begin(new WholeFiles());
    try {
      const text = await pageText;
      if (text !== undefined) return [files.addPage(file.path, text, this.#storage)];
      return [files.addText(file.path, await readWhole('text', reading))];
    } catch (error) {
      if (error instanceof MalformedRecord) return this.#passOver(file, error.message);
      throw error;
    }
  }

  #formatOf({ path, isPipe = false }: InputFile): Format {
    return formatOfInput(path, isPipe, this.#options.format);
  }

  /** Why it is passed over unread. */
  #obstacle(file: InputFile): string | undefined {
    if (file.skipped !== undefined) return file.skipped;
    const format = this.#formatOf(file);
    if (!isOneDocument(format)) return undefined;
    // It would be a single document.
    if (file.isNamed && this.#options.columns) return `it is ${format}, which has no columns; say --format csv or tsv`;
    return this.#options.format === undefined ? unreadable(file.path) : undefined;
  }

  #textOf(found: Found): Found['text'] {
    const { text } = this.add(found);
    this.textBytes += byteLength(text);
    return text;
  }

  protected override foundOrigin(): void {
    this.#options.onOrigin?.(this.sources.at(-1)!);
  }

  protected override reject(place: string, reason: string, path?: string): void {
    this.#passedOver ??= { place, reason };
    super.reject(place, reason, path);
  }

  #reading(path: string): ReadingPages {
    const { fields, columns, charset, html = 'main' } = this.#options;
    const reject = (place: string, reason: string): void => this.reject(place, reason, path);
    return { path, fields, columns, charset, html, pages: this.#pages, storage: this.#storage, reject };
  }

  /** A file that is named must be readable; one that was found may be passed over. */
  #passOver({ path, isNamed }: InputFile, reason: string): [] {
    if (isNamed) throw new InputError(`Cannot read ${nameOf(path)}: ${reason}.`);
    this.reject(path, reason);
    return [];
  }

  /** A folder or a pattern without any document is more likely a mistake than meant. */
  #checkFound(input: string, documents: number): void {
    if (this.ids.length > documents) return;
    const first = this.#passedOver;
    throw new InputError(
      first === undefined
        ? `There is no file of text below ${input}. Give a folder of text files, or a file of records such as .jsonl.`
        : `There is no document in ${input}; the first file passed over is ${first.place}: ${first.reason}`,
    );
  }
}
