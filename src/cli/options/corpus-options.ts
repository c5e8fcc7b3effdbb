import { type Command, InvalidArgumentError, Option } from 'commander';
import { isCharset } from '../../io/bytes/charset.ts';
import { namesOf } from '../../io/bytes/input-bytes.ts';
import type { ReadDocument } from '../../io/collection.ts';
import { Corpus, type CorpusOptions as ReadingOptions } from '../../io/corpus.ts';
import { InputError } from '../../io/errors.ts';
import { FORMATS, type Format } from '../../io/format-names.ts';
import { IdList } from '../../io/id-list.ts';
import type { HtmlPart } from '../../io/page-reader.ts';
import { fieldsNamed } from '../../io/records.ts';
import { RejectList } from '../../io/reject-list.ts';
import { PageCrew } from '../../pipeline/page-crew.ts';
import { HowFar, inTurns, type Progress } from '../terminal/progress.ts';
import { rejectLines } from '../terminal/rejects.ts';
import { ownFilesOf } from './replaced.ts';
import { defaultWorkers, type WorkersOption } from './workers-option.ts';

export interface TextOptions {
  readonly charset?: string;
  readonly html: HtmlPart;
}

export interface CorpusOptions extends TextOptions {
  readonly id?: string;
  readonly text: string;
  readonly columns?: readonly string[];
  readonly format?: Format;
}

/** Texts with ids: those of a corpus, or the arguments of a command themselves. */
export type Texts = Pick<Corpus, 'inputs' | 'ids' | 'rejects' | 'textBytes' | 'bytesRead' | 'read' | 'close'>;

/** Options that say how a corpus is read. */
export const READING = ['id', 'text', 'columns', 'format', 'charset', 'html'];

/** How a corpus is read, for every command that reads one. */
export function addCorpusOptions(command: Command): Command {
  const withFields = command
    .option(
      '--id <field>',
      'the field or column that holds the id (default: "id", or the place of a record without one)',
    )
    .option(
      '--text <field>',
      'the field or column that holds the text; several with commas are joined, and so are lists; meta.body is a field within another',
      'text',
    )
    .option('--columns <names>', 'the columns of tables without a header: id,lang,text', (names) =>
      names.split(',').map((name) => name.trim()),
    )
    .addOption(
      new Option('--format <format>', 'the format of the input, where its name does not tell').choices(FORMATS),
    );
  return addTextOptions(withFields);
}

/** How a text is read, for every command that reads one. */
export function addTextOptions(command: Command): Command {
  return command
    .addOption(charsetOption())
    .addOption(new Option('--html <part>', 'what of a page is its text').choices(['main', 'full']).default('main'));
}

/** `--strings`, for every command that takes texts in place of a corpus: there is nothing to be read. */
export function stringsOption(description: string): Option {
  return new Option('--strings', description).conflicts(READING);
}

/** `--charset`, for every command that reads texts. */
function charsetOption(): Option {
  return new Option('--charset <label>', 'the encoding of texts that do not tell theirs (default: UTF-8)').argParser(
    (label: string) => {
      if (isCharset(label)) return label;
      throw new InvalidArgumentError('It must be an encoding of the web, such as windows-1252, gb18030 or shift_jis.');
    },
  );
}

export function openCorpus(
  inputs: readonly string[],
  options: CorpusOptions & Partial<WorkersOption>,
  more: Pick<ReadingOptions, 'onOrigin' | 'reference' | 'isReference'> = {},
): Corpus {
  const fields = fieldsNamed(options.id, options.text);
  const pages = new PageCrew(options.workers ?? defaultWorkers());
  return new Corpus(inputs, { ...options, fields, isOwn: ownFilesOf(options), pages, ...more });
}

/** The texts of a command whose arguments are inputs, or with `--strings` the texts themselves. */
export function openTexts(inputs: readonly string[], options: CorpusOptions & { readonly strings?: boolean }): Texts {
  return options.strings ? givenTexts(inputs) : openCorpus(inputs, options);
}

/** `strings` are texts and their own ids. */
function givenTexts(strings: readonly string[]): Texts {
  const textBytes = strings.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  async function* read(): AsyncGenerator<ReadDocument> {
    yield* strings.map((text, number) => ({ number, text }));
  }
  return {
    inputs: [],
    ids: new IdList(strings),
    rejects: new RejectList(),
    textBytes,
    bytesRead: 0,
    read,
    close: () => {},
  };
}

/** Documents as they are read. */
export function documentsOf(texts: Texts, progress: Progress): AsyncGenerator<ReadDocument> {
  const howFar = new HowFar(texts);
  return inTurns(texts.read(), progress, (count) => howFar.line(count));
}

/** Lists what was passed over. Throws if there was nothing else: it was not read as it was meant. What is empty is an empty corpus. */
export function reportRejects(texts: Texts, inputs: readonly string[]): void {
  process.stderr.write(rejectLines(texts.rejects));
  if (texts.rejects.length > 0) checkNotEmpty(texts, inputs);
}

/** Throws if there is no document. */
export function checkNotEmpty({ ids, rejects }: Texts, inputs: readonly string[]): void {
  if (ids.length > 0) return;
  const hint =
    inputs.includes('-') && rejects.length > 0 ? ' Standard input is JSONL unless --format says otherwise.' : '';
  throw new InputError(`There is no document in ${namesOf(inputs)}.${hint}`);
}
