import { DEFAULT_THRESHOLD } from 'hammingbird';
import { byId } from '../dom.ts';
import type { MessageKey } from '../language/english.ts';
import { inEveryLanguage, language, number, t } from '../language/language.ts';
import { reasonInWords } from '../language/reasons.ts';
import type { DroppedFile, Progress, RunOptions, Summary } from '../worker/protocol.ts';
import { chosenFiles, droppedFiles } from './dropped.ts';
import { Results } from './results.ts';
import { Run } from './run.ts';

/** Files, or when they will be found: in large folders that takes seconds. */
type Given = readonly DroppedFile[] | Promise<readonly DroppedFile[]>;
type Values = Readonly<Record<string, string | number>>;
type Said = readonly [key: MessageKey, values?: Values | undefined];

/** Takes files, has them deduplicated in a worker, and shows what comes of it. */
export function startDedupe(): void {
  const section = new DedupeSection();
  byId<HTMLInputElement>('threshold').value = String(DEFAULT_THRESHOLD);
  const drop = byId('drop');
  const [files, folder] = [byId<HTMLInputElement>('files'), byId<HTMLInputElement>('folder')];
  byId('choose-files').addEventListener('click', () => files.click());
  byId('choose-folder').addEventListener('click', () => folder.click());
  for (const input of [files, folder]) {
    input.addEventListener('change', () => {
      if (input.files && input.files.length > 0) void section.start(chosenFiles(input.files));
      input.value = '';
    });
  }
  byId('try-example').addEventListener('click', () => void section.start(exampleFile()));
  for (const option of ['text-field', 'id-field', 'threshold']) {
    // Once the focus is where it is on its way to.
    byId(option).addEventListener('change', () => void setTimeout(() => section.again()));
  }
  byId('cancel').addEventListener('click', () => section.cancel());
  takeDrops(drop, (dropped) => void section.start(dropped));
}

async function exampleFile(): Promise<DroppedFile[]> {
  const { default: news } = await import('../../examples/news.jsonl?raw');
  return [{ path: 'news.jsonl', file: new File([news], 'news.jsonl') }];
}

/** Wherever on the page something is dropped, the browser must not open it instead. */
function takeDrops(drop: HTMLElement, take: (files: Promise<DroppedFile[]>) => void): void {
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    drop.classList.add('is-over');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.classList.remove('is-over');
  });
  addEventListener('drop', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    drop.classList.remove('is-over');
    // What comes of it is shown there.
    if (!drop.contains(event.target as Node)) byId('dedupe').scrollIntoView();
    take(droppedFiles(event.dataTransfer));
  });
}

class DedupeSection {
  readonly #results = new Results(byId('results'));
  /** What was given last: what comes of anything before it is not wanted any more. */
  #given: Given | undefined;
  /** By which options, as JSON. */
  #options: string | undefined;
  #run: Run | undefined;
  #said: Said | undefined;
  /** How far it has come; before anything is read, files are looked for. */
  #progress: Progress | 'looking' | undefined;

  constructor() {
    inEveryLanguage(() => {
      if (this.#said) this.#say(...this.#said);
      if (this.#progress) this.#show(this.#progress);
      this.#results.render();
    });
  }

  async start(given: Given): Promise<void> {
    this.#end();
    this.#given = given;
    this.#say();
    this.#show('looking');
    try {
      const files = await given;
      const bytes = await sizesOf(files);
      // An option that was changed meanwhile has begun with the same files already.
      if (this.#given !== given || this.#run) return;
      if (files.length === 0) return this.#stop('no-files');
      const options = readOptions();
      this.#options = JSON.stringify(options);
      if (options === undefined) return this.#stop('bad-threshold');
      this.#show({ documents: 0, removed: 0, bytesRead: 0, bytes });
      const run: Run = new Run(files, options, (progress) => this.#run === run && this.#show(progress));
      this.#run = run;
      const summary = await run.done;
      if (this.#run === run) await this.#finish(run, summary);
    } catch (error) {
      if (this.#given === given) this.#stop('failed', { reason: (error as Error).message });
    }
  }

  /** What was given last, by options that have changed since. */
  again(): void {
    if (this.#given && JSON.stringify(readOptions()) !== this.#options) void this.start(this.#given);
  }

  cancel(): void {
    this.#given = undefined;
    this.#stop('cancelled');
  }

  #stop(...why: Said): void {
    this.#end();
    this.#say(...why);
  }

  async #finish(run: Run, summary: Summary): Promise<void> {
    const { documents, kept, removed, rejected } = summary;
    if (documents === 0 && rejected > 0) this.#say('nothing-read');
    else this.#say('finished', { documents, kept, removed });
    const shown = this.#results.show(run, summary, (key, values) => this.#say(key, values));
    this.#hideProgress('results');
    await shown;
  }

  #end(): void {
    this.#run?.end();
    this.#run = undefined;
    this.#hideProgress('choose-files');
    keepFocus('results', 'choose-files', () => this.#results.clear());
  }

  #hideProgress(next: 'choose-files' | 'results'): void {
    this.#progress = undefined;
    keepFocus('running', next, () => {
      byId('running').hidden = true;
    });
  }

  #say(key?: MessageKey, values?: Values): void {
    this.#said = key === undefined ? undefined : [key, values];
    const inWords =
      values && 'reason' in values ? { reason: reasonInWords(String(values.reason), language()) } : values;
    byId('run-status').textContent = key === undefined ? '' : t(key, inWords);
  }

  #show(progress: Progress | 'looking'): void {
    this.#progress = progress;
    byId('running').hidden = false;
    const [bar, text] = [byId<HTMLProgressElement>('progress'), byId('progress-text')];
    if (progress === 'looking') {
      bar.removeAttribute('value');
      text.textContent = t('looking');
      return;
    }
    const { documents, removed, bytesRead, bytes } = progress;
    const megabytes = (value: number): string => number(value / 1e6, 1);
    bar.value = bytesRead / Math.max(1, bytes);
    text.textContent = t('reading', {
      documents,
      removed,
      done: megabytes(bytesRead),
      all: megabytes(bytes),
    });
  }
}

/** What is hidden has no focus: it goes on to where reading does. */
function keepFocus(from: 'running' | 'results', to: 'choose-files' | 'results', hide: () => void): void {
  const hadFocus = byId(from).contains(document.activeElement);
  hide();
  if (hadFocus) byId(to).focus();
}

/** Milliseconds for which the page may stand still. */
const STILL = 20;

/**
 * Bytes of files. When somebody first asks for the size of one that was chosen, the browser looks for it, and the page waits:
 * for thousands of them that takes seconds. Where it was told once, they are handed to a worker in a moment.
 */
async function sizesOf(files: readonly DroppedFile[]): Promise<number> {
  let bytes = 0;
  let began = performance.now();
  for (const { file } of files) {
    bytes += file?.size ?? 0;
    if (performance.now() - began < STILL) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  return bytes;
}

/** Undefined if they say what cannot be. */
function readOptions(): RunOptions | undefined {
  const [text, id] = ['text-field', 'id-field'].map((name) => byId<HTMLInputElement>(name).value.trim());
  const threshold = byId<HTMLInputElement>('threshold').valueAsNumber;
  if (!(threshold >= 0 && threshold <= 1)) return undefined;
  return { text: text || 'text', id: id || undefined, threshold };
}
