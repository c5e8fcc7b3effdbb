import { Damage } from '../damage.ts';
import type { CheckReport } from '../store.ts';
import { entryOf, idOfKey, KEYS, nameOf, numberOfKey } from './encoding.ts';
import { damageIn } from './inspect.ts';
import type { OpenRecord } from './open-record.ts';
import { unsealed } from './sealed.ts';

/**
 * Looks at every page and every checksum of a record, and whether ids lead to records, records to ids, and the index to
 * both.
 *
 * @param isStill nobody writes meanwhile; otherwise the last part is left out
 */
export async function checkRecord(record: OpenRecord, isStill: boolean): Promise<CheckReport> {
  const release = record.environment.hold();
  try {
    const damage = new Damage(await damageIn(record.folder));
    const check = new Check(damage.lines.length === 0 && isStill ? record : undefined, damage);
    await damageIn(record.folder, (key, value) => check.look(key, value));
    if (isStill) check.counts(record);
    return { documents: check.documents, damage: damage.lines };
  } finally {
    release();
  }
}

class Check {
  readonly #damage: Damage;
  documents = 0;
  #ids = 0;
  readonly #record: OpenRecord | undefined;

  /** @param record where to look things up; undefined if it cannot be relied upon */
  constructor(record: OpenRecord | undefined, damage: Damage) {
    this.#record = record;
    this.#damage = damage;
  }

  look(key: Buffer, sealed: Buffer): void {
    const value = unsealed(key, sealed);
    if (!value) {
      this.#damage.add(`${nameOf(key)} has changed`);
      return;
    }
    if (key[0] === KEYS.record) this.#document(numberOfKey(key), value);
    if (key[0] === KEYS.id) this.#id(idOfKey(key), value.readUInt32LE());
  }

  counts({ tables }: OpenRecord): void {
    if (this.#damage.lines.length > 0) return;
    const { documents } = tables.state;
    if (documents !== this.documents)
      this.#damage.add(`there are ${this.documents} documents, and there should be ${documents}`);
    if (documents !== this.#ids) this.#damage.add(`there are ${this.#ids} ids, and there should be ${documents}`);
  }

  #document(number: number, value: Buffer): void {
    const { id, fingerprint } = entryOf(value);
    this.documents++;
    if (!this.#record) return;
    if (this.#numberOf(id) !== number) this.#damage.add(`the id of document number ${number} does not lead to it`);
    if (this.#record.index.index.has(number) !== (fingerprint !== null)) {
      this.#damage.add(`the index does not have document number ${number} as it should`);
    }
  }

  #id(id: string, number: number): void {
    this.#ids++;
    if (this.#record && !this.#record.tables.has(number)) this.#damage.add(`document ${JSON.stringify(id)} is missing`);
  }

  /** Undefined also if that has changed, which is reported where it stands. */
  #numberOf(id: string): number | undefined {
    try {
      return this.#record!.tables.numberOf(id);
    } catch {
      return undefined;
    }
  }
}
