import { instant } from '../../io/values.ts';
import { thousands } from '../../numbers.ts';
import { GrowingColumn } from '../../search/column.ts';
import { kindOf } from '../../shown.ts';
import { NAMED } from '../terminal/rejects.ts';
import type { Row } from '../terminal/table.ts';
import type { Documents } from './documents.ts';

/** Lets only documents be pairs that are of about the same time. */
export class Window {
  readonly #period: number;
  readonly #field: string;
  /** Milliseconds since 1970, by document; NaN where that is not known. */
  readonly #times = new GrowingColumn(new Float64Array(0));
  /** How many have none, and a line for each of the first. */
  #unknown = 0;
  readonly #lines: string[] = [];

  /** @param period in milliseconds */
  constructor(period: number, field: string) {
    this.#period = period;
    this.#field = field;
  }

  /** Takes note of the time of the next document. */
  async see(documents: Documents, document: number): Promise<void> {
    const value = await documents.field(document, this.#field);
    const time = instant(value);
    this.#times.push(time ?? Number.NaN);
    if (time !== undefined) return;
    if (this.#unknown++ >= NAMED) return;
    const id = JSON.stringify(documents.id(document));
    this.#lines.push(`no time: ${id}: field "${this.#field}" is ${shown(value)}\n`);
  }

  readonly mayPair = (a: number, b: number): boolean => Math.abs(this.#times.at(a) - this.#times.at(b)) <= this.#period;

  /** When a document is from, in milliseconds since 1970; NaN where that is not known. */
  readonly timeOf = (document: number): number => this.#times.at(document);

  /** Documents of other times have other pairs. */
  readonly mayFold = (a: number, b: number): boolean => this.#times.at(a) === this.#times.at(b);

  /** The first documents without a time, a line each. */
  lines(): string {
    const more = this.#unknown - NAMED;
    return `${this.#lines.join('')}${more > 0 ? `… and ${thousands(more)} more without a time\n` : ''}`;
  }

  rows(): Row[] {
    if (this.#unknown === 0) return [];
    return [['no time', thousands(this.#unknown), 'kept, and compared with nothing']];
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return 'a number beyond all bounds';
  return typeof value === 'object' ? kindOf(value) : JSON.stringify(value);
}
