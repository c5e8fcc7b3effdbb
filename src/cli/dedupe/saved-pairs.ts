import type { Id } from '../../dedupe/document.ts';
import { type Pair, PairList } from '../../dedupe/pair-list.ts';
import { InputError } from '../../io/errors.ts';
import type { PairRecord } from '../../io/side-files/pairs-file.ts';
import type { Texts } from '../options/corpus-options.ts';

/** Pairs of a saved run by the numbers of their documents, of which references come first. */
export interface SavedPairs {
  readonly pairs: PairList;
  /** The ids, by number. */
  readonly ids: readonly Id[];
  readonly references: number;
}

/**
 * Numbers the documents of pairs in the order of the corpus, or, without one, so that each a comes before its b, and
 * else as the lines name them. References are numbered so that those of each document are in the order of its lines,
 * which is theirs; no more is known of it.
 *
 * @throws {InputError} if the corpus lacks a document, or has two of its id
 */
export function numbered(lines: readonly PairRecord[], corpus: Texts | undefined): SavedPairs {
  const records = once(lines);
  const references = new Map(referencesInOrder(records).map((id, i) => [id, i]));
  const inputs = corpus === undefined ? documentsInOrder(records) : [...corpus.ids];
  const numbers = new Map<Id, number>();
  const repeated = new Set<Id>();
  for (const [i, id] of inputs.entries()) {
    if (numbers.has(id)) repeated.add(id);
    else numbers.set(id, references.size + i);
  }
  const numberOf = (id: Id): number => {
    const number = numbers.get(id);
    if (number === undefined) throw new InputError(`${JSON.stringify(id)} of the pairs is no document of the corpus.`);
    if (repeated.has(id)) {
      throw new InputError(
        `There are several documents with the id ${JSON.stringify(id)}, so pairs cannot tell which is meant.`,
      );
    }
    return number;
  };
  const pairs = records.map(({ a: first, b: second, reference, ...rest }): Pair => {
    const [a, b] = [reference ? references.get(first)! : numberOf(first), numberOf(second)];
    return a < b || rest.same ? { ...rest, a, b } : { ...rest, a: b, b: a };
  });
  return { pairs: withCopies(pairs), ids: [...references.keys(), ...inputs], references: references.size };
}

/** Each pair once, as the first of its most similar lines has it: files of several runs may have been joined. */
function once(lines: readonly PairRecord[]): PairRecord[] {
  const [pairs, withReferences] = [new Map<Id, Map<Id, PairRecord>>(), new Map<Id, Map<Id, PairRecord>>()];
  const placeOf = ({ a, b, reference }: PairRecord): [partners: Map<Id, PairRecord>, partner: Id] => {
    const all = reference ? withReferences : pairs;
    const [one, other] = !reference && all.get(b)?.has(a) ? [b, a] : [a, b];
    const partners = all.get(one) ?? new Map<Id, PairRecord>();
    all.set(one, partners);
    return [partners, other];
  };
  for (const line of lines) {
    const [partners, partner] = placeOf(line);
    const known = partners.get(partner);
    if (known === undefined || known.similarity < line.similarity) partners.set(partner, line);
  }
  return lines.filter((line) => {
    const [partners, partner] = placeOf(line);
    return partners.get(partner) === line;
  });
}

/** References that pairs name, each after those that stand before it in the lines of a document. */
function referencesInOrder(records: readonly PairRecord[]): Id[] {
  const before = new Map<Id, Id[]>();
  /** For each document, the reference of its last line. */
  const last = new Map<Id, Id>();
  for (const { a, b, reference } of records) {
    if (!reference) continue;
    const others = before.get(a) ?? [];
    before.set(a, others);
    const other = last.get(b);
    if (other !== undefined) others.push(other);
    last.set(b, a);
  }
  return inOrder(before);
}

/** Documents that pairs name, each after those that are its a. */
function documentsInOrder(records: readonly PairRecord[]): Id[] {
  const before = new Map<Id, Id[]>();
  for (const { a, b, reference } of records) {
    const others = before.get(b) ?? [];
    before.set(b, others);
    if (!reference) others.push(a);
  }
  return inOrder(before);
}

/** Each after those that come before it: depth first, without recursion. */
function inOrder(before: ReadonlyMap<Id, readonly Id[]>): Id[] {
  const begun = new Set<Id>();
  const order: Id[] = [];
  for (const id of before.keys()) {
    if (begun.has(id)) continue;
    begun.add(id);
    const stack = [{ id, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const other = before.get(top.id)?.[top.next++];
      if (other === undefined) order.push(stack.pop()!.id);
      else if (!begun.has(other)) {
        begun.add(other);
        stack.push({ id: other, next: 0 });
      }
    }
  }
  return order;
}

/** What is marked to be a copy is one if it has no other pairs, as `dedupe` writes them; else it is a pair like any. */
function withCopies(pairs: readonly Pair[]): PairList {
  const counts = new Map<number, number>();
  for (const { a, b } of pairs) for (const document of [a, b]) counts.set(document, (counts.get(document) ?? 0) + 1);
  return PairList.from(pairs.map((pair) => ({ ...pair, same: pair.same === true && counts.get(pair.b) === 1 })));
}
