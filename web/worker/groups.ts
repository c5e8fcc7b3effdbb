import { type GroupItem, type GroupPage, type Member, type Order, PER_PAGE } from './protocol.ts';
import type { Outcome } from './run.ts';
import { stringOf } from './strings.ts';

/** Members of a group that are listed. */
const MEMBERS = 50;
const EXCERPT = 140;
const LONGEST_ID = 120;

/** The groups of a run, a page at a time. */
export class Groups {
  readonly #outcome: Outcome;
  /** Removed documents, those of one group beside each other, the least similar first. */
  readonly #removed: Uint32Array;
  /** Where in them each group begins. */
  readonly #begins: number[] = [];
  readonly #orders = new Map<Order, Uint32Array>();

  constructor(outcome: Outcome) {
    const { leaders, similarities, distances } = outcome;
    this.#outcome = outcome;
    this.#removed = Uint32Array.from(leaders.keys())
      .filter((document) => leaders[document] !== document)
      .sort(
        (a, b) =>
          leaders[a]! - leaders[b]! || similarities[a]! - similarities[b]! || distances[b]! - distances[a]! || a - b,
      );
    for (const [i, document] of this.#removed.entries()) {
      if (i === 0 || leaders[document] !== leaders[this.#removed[i - 1]!]) this.#begins.push(i);
    }
  }

  page(order: Order, first: number): GroupPage {
    const numbers = this.#order(order).subarray(first, first + PER_PAGE);
    return { first, all: this.#begins.length, groups: Array.from(numbers, (number) => this.#item(number)) };
  }

  #order(order: Order): Uint32Array {
    let found = this.#orders.get(order);
    if (found) return found;
    const { similarities } = this.#outcome;
    const least = (group: number): number => similarities[this.#removed[this.#begins[group]!]!]!;
    found = Uint32Array.from(this.#begins.keys()).sort((a, b) =>
      order === 'largest' ? this.#sizeOf(b) - this.#sizeOf(a) || a - b : least(a) - least(b) || a - b,
    );
    this.#orders.set(order, found);
    return found;
  }

  /** How many were removed. */
  #sizeOf(group: number): number {
    return (this.#begins[group + 1] ?? this.#removed.length) - this.#begins[group]!;
  }

  #item(group: number): GroupItem {
    const { files, leaders } = this.#outcome;
    const size = this.#sizeOf(group);
    const begin = this.#begins[group]!;
    const leader = leaders[this.#removed[begin]!]!;
    const text = stringOf(files.text(leader)).trim();
    return {
      leader,
      id: this.#id(leader),
      excerpt: shortened(text, EXCERPT),
      size: size + 1,
      members: Array.from(this.#removed.subarray(begin, begin + Math.min(size, MEMBERS)), (one) => this.#member(one)),
    };
  }

  #member(number: number): Member {
    const { distances, similarities } = this.#outcome;
    return { number, id: this.#id(number), distance: distances[number]!, similarity: similarities[number]! };
  }

  #id(number: number): string {
    return shortened(String(this.#outcome.files.ids.at(number)), LONGEST_ID);
  }
}

/** Cut between characters. */
const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${[...text.slice(0, limit)].slice(0, -1).join('')}…`;
