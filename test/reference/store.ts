// A store, slow and obvious: a map, and every fingerprint compared with every other.
import { DocumentExistsError } from '../../src/store/errors.ts';
import type { Insertion, StoredDocument, StoredMatch } from '../../src/store/store.ts';

export class ReferenceStore {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #maxDistance: number;

  constructor(maxDistance: number) {
    this.#maxDistance = maxDistance;
  }

  insertIfNew(document: StoredDocument): Insertion {
    if (this.#isThere(document)) return { inserted: true, duplicates: [] };
    const duplicates = this.search(document.fingerprint);
    if (duplicates.length === 0) this.#documents.set(document.id, document);
    return { inserted: duplicates.length === 0, duplicates };
  }

  insert(document: StoredDocument): void {
    if (!this.#isThere(document)) this.#documents.set(document.id, document);
  }

  update(document: StoredDocument): boolean {
    const isThere = this.#documents.has(document.id);
    if (isThere) this.#documents.set(document.id, document);
    return isThere;
  }

  search(fingerprint: bigint | null, maxDistance = this.#maxDistance, limit = Number.POSITIVE_INFINITY): StoredMatch[] {
    const matches: StoredMatch[] = [];
    for (const document of this.#documents.values()) {
      if (fingerprint === null || document.fingerprint === null) continue;
      const distance = (fingerprint ^ document.fingerprint).toString(2).replaceAll('0', '').length;
      if (distance <= maxDistance) matches.push({ ...document, fingerprint: document.fingerprint, distance });
    }
    matches.sort((a, b) => a.distance - b.distance || compareBytes(a.id, b.id));
    return matches.slice(0, limit);
  }

  get(id: string): StoredDocument | undefined {
    return this.#documents.get(id);
  }

  remove(id: string): boolean {
    return this.#documents.delete(id);
  }

  expire(before: number): number {
    const old = [...this.#documents.values()].filter(({ time }) => time < before);
    for (const { id } of old) this.#documents.delete(id);
    return old.length;
  }

  size(): number {
    return this.#documents.size;
  }

  export(): StoredDocument[] {
    return [...this.#documents.values()].sort((a, b) => compareBytes(a.id, b.id));
  }

  #isThere({ id, fingerprint }: StoredDocument): boolean {
    const there = this.#documents.get(id);
    if (there && there.fingerprint !== fingerprint) throw new DocumentExistsError(id);
    return there !== undefined;
  }
}

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
