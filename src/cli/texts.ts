import type { Command } from 'commander';
import { Turns } from '../dedupe/turns.ts';
import { Corpus, type ReadDocument } from '../io/corpus.ts';
import { InputError } from '../io/errors.ts';
import { thousands } from './numbers.ts';
import type { Progress } from './progress.ts';
import { rejectLines } from './summary.ts';

export interface CorpusOptions {
  readonly id?: string;
  readonly text: string;
}

/** Texts with ids: those of a corpus, or the arguments of a command themselves. */
export type Texts = Pick<Corpus, 'ids' | 'rejects' | 'textBytes' | 'read' | 'close'>;

/** What tells the records of a corpus apart. */
export function addCorpusOptions(command: Command): Command {
  return command
    .option('--id <field>', 'the field that holds the id (default: "id", or the place of the line without one)')
    .option('--text <field>', 'the field that holds the text', 'text');
}

export function openCorpus(inputs: readonly string[], { id, text }: CorpusOptions): Corpus {
  return new Corpus(inputs, id === undefined ? { text } : { id, text });
}

/** `strings` are texts and their own ids. */
export function givenTexts(strings: readonly string[]): Texts {
  const textBytes = strings.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  async function* read(): AsyncGenerator<ReadDocument> {
    yield* strings.map((text, number) => ({ number, text }));
  }
  return { ids: [...strings], rejects: [], textBytes, read, close: () => {} };
}

/** Documents as they are read; meanwhile progress is told, and interruptions are heard. */
export async function* inTurns(texts: Texts, progress: Progress): AsyncGenerator<ReadDocument> {
  const turns = new Turns();
  for await (const document of texts.read()) {
    yield document;
    if (!turns.isOver) continue;
    progress.say(() => `reading: ${thousands(document.number + 1)} documents, ${thousands(texts.textBytes / 1e6)} MB`);
    await turns.give();
  }
  progress.clear();
}

/** Lists what was passed over. Throws if there was nothing else. */
export function reportRejects({ ids, rejects }: Texts, inputs: readonly string[]): void {
  process.stderr.write(rejectLines(rejects));
  if (ids.length === 0) throw new InputError(`There is no document in ${inputs.join(', ')}.`);
}
