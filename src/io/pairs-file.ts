import type { Reject } from './corpus.ts';
import { isTooLong, readLines, withoutMark } from './lines.ts';
import { kindOf } from './records.ts';
import { Storage } from './storage.ts';

type Id = string | number;

/** A line of a pairs file, as `hammingbird dedupe --pairs` writes it. */
export interface PairRecord {
  readonly a: Id;
  readonly b: Id;
  /** 0…64. */
  readonly distance: number;
  /** 0…1. */
  readonly similarity: number;
  /** b has the features of a, and all of its pairs. */
  readonly same: boolean;
  /** a is a document of the reference. */
  readonly reference: boolean;
}

/** A file of pairs, a line of JSON each. */
export class PairsFile {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** Lines that are no pairs. */
  readonly rejects: Reject[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /**
   * All pairs, in their order.
   *
   * @throws {InputError} if the file cannot be read
   */
  async *read(): AsyncGenerator<PairRecord> {
    const storage = new Storage();
    try {
      for (const { bytes, number } of readLines(await storage.keepText(this.path, undefined))) {
        const line = bytes && withoutMark(bytes);
        if (line?.trim() === '') continue;
        const pair = line === undefined ? isTooLong : parsed(line);
        if (typeof pair === 'string') this.rejects.push({ place: `${this.path}:${number}`, reason: pair });
        else yield pair;
      }
    } finally {
      storage.close();
    }
  }
}

/** The pair in a line, or why there is none. */
function parsed(line: string): PairRecord | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return `not a JSON object but ${kindOf(json)}`;
  const { a, b, distance, similarity, same = false, reference = false } = json as Record<string, unknown>;
  for (const [name, id] of Object.entries({ a, b })) if (!isId(id)) return `no field "${name}" with an id`;
  if (!isBetween(distance, 64) || !Number.isInteger(distance))
    return 'no field "distance" with a whole number, 0 to 64';
  if (!isBetween(similarity, 1)) return 'no field "similarity" with a number from 0 to 1';
  if (typeof same !== 'boolean' || typeof reference !== 'boolean') return '"same" and "reference" are true, or absent';
  if (same && similarity !== 1) return '"same" needs "similarity" 1';
  if (a === b && !reference) return `it pairs ${JSON.stringify(a)} with itself`;
  return { a: a as Id, b: b as Id, distance: distance as number, similarity: similarity as number, same, reference };
}

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

const isBetween = (value: unknown, most: number): boolean => typeof value === 'number' && value >= 0 && value <= most;
