import { randomUUID } from 'node:crypto';
import { CorruptDataError } from '../../errors.ts';
import { StoreLockedError } from '../errors.ts';
import type { Entry } from '../intake.ts';
import type { Settings } from '../settings.ts';
import * as encoding from './encoding.ts';
import { DESCRIPTION, FIRST_STATE, KEYS, STATE, type State } from './encoding.ts';
import type { Environment } from './environment.ts';
import { REMEDY, seal, unsealed } from './sealed.ts';

/** What is said of a store once. */
export interface Description extends Settings {
  /** What stands for this store, and no other or later one. */
  readonly identity: string;
}

/** Documents in an environment of LMDB: by number, and numbers by id. All that is read is checked. */
export class Tables {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Those of a new record, with no document in them. */
  static make(environment: Environment, { recipeId, maxDistance }: Settings): Tables {
    const tables = new Tables(environment);
    environment.transact(() => {
      tables.#put(DESCRIPTION, encoding.jsonBytes({ recipeId, maxDistance, identity: randomUUID() }));
      tables.setState(FIRST_STATE);
    });
    return tables;
  }

  /** Undefined in a new environment. */
  get description(): Description | undefined {
    return this.#json<Description>(DESCRIPTION);
  }

  get state(): State {
    const state = this.#json<State>(STATE);
    if (state) return state;
    throw new CorruptDataError(`The store has lost its state. ${REMEDY}`);
  }

  /** @throws {StoreLockedError} if another process has become the writer */
  stateFor(writer: string): State {
    const { state } = this;
    if (state.writer === writer) return state;
    throw StoreLockedError.takenOver();
  }

  setState(state: State): void {
    this.#put(STATE, encoding.jsonBytes(state));
  }

  numberOf(id: string): number | undefined {
    const key = encoding.idKey(id);
    const sealed = this.#environment.get(key);
    return sealed && unseal(key, sealed).readUInt32LE();
  }

  has(number: number): boolean {
    return this.#environment.get(encoding.recordKey(number)) !== undefined;
  }

  entry(number: number): Entry {
    const key = encoding.recordKey(number);
    const sealed = this.#environment.get(key);
    if (!sealed) throw new CorruptDataError(`Document number ${number} is missing. ${REMEDY}`);
    return encoding.entryOf(unseal(key, sealed));
  }

  insert(number: number, entry: Entry): void {
    this.#put(encoding.idKey(entry.id), encoding.numberBytes(number));
    this.#put(encoding.recordKey(number), encoding.recordBytes(entry));
  }

  /** @param place where the removal stands in the list of them */
  remove(number: number, id: string, place: number): void {
    this.#environment.remove(encoding.idKey(id));
    this.#environment.remove(encoding.recordKey(number));
    this.#put(encoding.removalKey(place), encoding.numberBytes(number));
  }

  forgetRemoval(place: number): void {
    this.#environment.remove(encoding.removalKey(place));
  }

  /** Numbers that were removed, from a place on. */
  *removals(from: number): Generator<number, void, undefined> {
    for (const [key, sealed] of this.#pairs(KEYS.removal, encoding.removalKey(from))) {
      yield unseal(key, sealed).readUInt32LE();
    }
  }

  /** Documents from a number on, as bytes for `encoding`. What changes meanwhile may or may not be among them. */
  *documents(from: number): Generator<[number: number, bytes: Buffer], void, undefined> {
    for (const [key, sealed] of this.#pairs(KEYS.record, encoding.recordKey(from))) {
      const bytes = unseal(key, sealed);
      yield [encoding.numberOfKey(key), bytes];
    }
  }

  /** Ids and numbers in the order of ids, behind one of them. */
  ids(after: string | undefined, limit: number): [id: string, number: number][] {
    const start = after === undefined ? Buffer.of(KEYS.id) : encoding.behind(encoding.idKey(after));
    return this.#environment.range(start, encoding.endOf(KEYS.id), limit).map(([key, sealed]) => {
      const number = unseal(key, sealed).readUInt32LE();
      return [encoding.idOfKey(key), number];
    });
  }

  *#pairs(sort: number, from: Buffer): Generator<readonly [Buffer, Buffer], void, undefined> {
    for (const pairs of this.#environment.portions(from, encoding.endOf(sort))) yield* pairs;
  }

  #json<T>(key: Buffer): T | undefined {
    const sealed = this.#environment.get(key);
    return sealed && encoding.parsed<T>(unseal(key, sealed));
  }

  #put(key: Buffer, value: Buffer): void {
    this.#environment.put(key, seal(key, value));
  }
}

/** @throws {CorruptDataError} if a value or its key has changed */
function unseal(key: Buffer, sealed: Buffer): Buffer {
  const value = unsealed(key, sealed);
  if (value) return value;
  throw new CorruptDataError(`On the disk ${encoding.nameOf(key)} has changed. ${REMEDY}`);
}
