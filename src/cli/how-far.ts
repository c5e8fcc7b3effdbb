import { sizeOfInputs } from '../io/inputs.ts';
import { bytesInWords, counted } from '../numbers.ts';
import { durationInWords } from './quantities.ts';

/** What is being read from inputs. */
export interface BeingRead {
  readonly inputs: readonly string[];
  /** Bytes of text so far. */
  readonly textBytes: number;
  /** Bytes of the files so far, as they lie on the disk. */
  readonly bytesRead: number;
}

/** Says how far reading has come, how fast it is, and how long the rest will take: that is told where all inputs are files. */
export class HowFar {
  readonly #read: BeingRead;
  readonly #total: number | undefined;
  readonly #began = performance.now();

  constructor(read: BeingRead) {
    this.#read = read;
    this.#total = sizeOfInputs(read.inputs);
  }

  /**
   * 'reading: 6,061 documents, 52 MB, 61 MB/s, 12 s left'.
   *
   * @param done documents that need no more work
   * @param read those and others that have been read already
   */
  line(done: number, read = done): string {
    const seconds = (performance.now() - this.#began) / 1000;
    const share = done / Math.max(1, read);
    const text = this.#read.textBytes * share;
    const bytes = this.#read.bytesRead * share;
    const said = `reading: ${counted(done, 'document')}, ${bytesInWords(text)}, ${bytesInWords(text / seconds)}/s`;
    if (this.#total === undefined || bytes === 0) return said;
    return `${said}, ${durationInWords((seconds * Math.max(0, this.#total - bytes)) / bytes)} left`;
  }
}
