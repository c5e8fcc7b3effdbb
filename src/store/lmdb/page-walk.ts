import { Turns } from '../../turns.ts';
import { BRANCH, type DataFile, LEAF, numberAt, PAGE_HEAD, transactionOf } from './data-file.ts';
import type { Meta, Tree } from './meta-pages.ts';
import {
  BIG,
  childAt,
  keyAt,
  offsetsOf,
  overflowBytes,
  overflowOf,
  overflowPages,
  pageCountOf,
  valueAt,
  valueLength,
} from './page-nodes.ts';

/** The flag of the tree of free pages (`MDB_INTEGERKEY`); the other has none. */
const BY_NUMBER = 8;

/** So many pages at the end may be free and not be there: 4 GiB of them. */
const MOST_UNWRITTEN = 2 ** 20;

/** A page to be visited, and the keys between which its own must be. */
interface Child {
  readonly page: number;
  readonly low: Buffer | undefined;
  readonly high: Buffer | undefined;
}

/** The order of keys in a tree. */
type Compare = (a: Buffer, b: Buffer) => number;

/** A node of a page. */
interface Node {
  readonly key: Buffer;
  /** Undefined if its pages are damaged. */
  readonly value: Buffer | undefined;
}

/** Whoever looks at the pairs that are found. */
export type Visit = (key: Buffer, value: Buffer) => void;

/**
 * Goes through all pages that a data file uses, and finds those that LMDB would stumble over: pages of another kind or
 * number, nodes that reach beyond their page, keys out of order, pages that are used twice or free and in use.
 */
export class PageWalk {
  readonly damage: string[] = [];
  /** Those that the trees lead to, and that cannot be read. */
  readonly damagedPages: number[] = [];
  readonly #file: DataFile;
  readonly #meta: Meta;
  /** So many pages there can be. */
  readonly #known: number;
  /** A bit a page: which have been met. */
  readonly #met: Uint8Array;
  readonly #turns = new Turns();
  #compare: Compare = byBytes;

  constructor(file: DataFile, meta: Meta) {
    this.#file = file;
    this.#meta = meta;
    // Pages that are free need not have been written: the file may be shorter.
    const pages = file.pageCount(meta.pageSize);
    this.#known = Math.min(meta.lastPage + 1, pages + MOST_UNWRITTEN);
    this.#met = new Uint8Array((this.#known >>> 3) + 1);
    if (this.#known <= meta.lastPage) this.damage.push(`it should have ${meta.lastPage + 1} pages, and has ${pages}`);
    const flags = [meta.free.flags, meta.main.flags];
    if (flags[0] !== BY_NUMBER || flags[1] !== 0) this.damage.push(`its trees have the flags ${flags}`);
  }

  /** @param visit gets every pair that can be read; without it less is looked at, and faster */
  async run(visit?: Visit): Promise<void> {
    await this.#walk('free', this.#meta.free, byNumber, (_, value) => this.#free(value));
    await this.#walk('main', this.#meta.main, byBytes, visit);
  }

  hasMet(page: number): boolean {
    return ((this.#met[page >>> 3]! >>> (page & 7)) & 1) === 1;
  }

  async #walk(name: string, tree: Tree, compare: Compare, visit: Visit | undefined): Promise<void> {
    this.#compare = compare;
    const counts = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
    const before = this.damage.length;
    const isEmpty = tree.root === -1;
    if (isEmpty !== (tree.depth === 0))
      this.damage.push(`its ${name} tree has ${tree.depth} levels, and the root ${tree.root}`);
    let level: Child[] = isEmpty ? [] : [{ page: tree.root, low: undefined, high: undefined }];
    for (let depth = 1; depth <= tree.depth; depth++) {
      const kind = depth === tree.depth ? LEAF : BRANCH;
      counts[kind === LEAF ? 'leaves' : 'branches'] += level.length;
      const next: Child[] = [];
      const children = new Map(this.#meeting(level).map((child) => [child.page, child]));
      const numbers = [...children.keys()].sort((a, b) => a - b);
      for (const { number, bytes } of this.#file.pages(numbers, this.#meta.pageSize)) {
        const offsets = offsetsOf(bytes, number, kind, this.#meta.pageSize);
        if (typeof offsets === 'string') this.#damaged(number, offsets);
        else if (kind === BRANCH) this.#branch(bytes, offsets, children.get(number)!, next);
        else {
          counts.entries += offsets.length;
          counts.overflows += this.#leaf(bytes, offsets, children.get(number)!, visit);
        }
        if (this.#turns.isOver) await this.#turns.give();
      }
      level = next;
    }
    if (this.damage.length > before) return;
    for (const [what, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
      if (count !== tree[what])
        this.damage.push(`its ${name} tree has ${count} ${what}, and should have ${tree[what]}`);
    }
  }

  #damaged(page: number, how: string): void {
    this.damage.push(`page ${page} ${how}`);
    this.damagedPages.push(page);
  }

  /**
   * LMDB would take a page of a later transaction for a copy of its own, and write into it where it is mapped to be read,
   * which ends the process. What is on it can be saved.
   */
  #checkTransaction(bytes: Buffer): void {
    if (transactionOf(bytes) <= this.#meta.transaction) return;
    this.damage.push(`page ${numberAt(bytes, 0)} is of the later transaction ${transactionOf(bytes)}`);
  }

  /** Those that may be visited: there, and not met before. */
  #meeting(level: readonly Child[]): Child[] {
    return level.filter(({ page }) => this.#meet(page, 1));
  }

  /** False if one of some pages cannot be there or has been met. */
  #meet(first: number, count: number): boolean {
    if (first < 2 || first + count > this.#known) {
      this.damage.push(`page ${first}${count > 1 ? ` and ${count - 1} behind it are` : ' is'} not in the file`);
      return false;
    }
    for (let page = first; page < first + count; page++) {
      if (this.hasMet(page)) {
        this.damage.push(`page ${page} is used twice`);
        return false;
      }
      this.#met[page >>> 3]! |= 1 << (page & 7);
    }
    return true;
  }

  #branch(bytes: Buffer, offsets: readonly number[], { low, high }: Child, next: Child[]): void {
    this.#checkTransaction(bytes);
    const keys = offsets.map((at) => Buffer.from(keyAt(bytes, at)));
    for (const [i, at] of offsets.entries()) {
      // The first key of a branch is not used: it stands for whatever is less than the second.
      const from = i === 0 ? low : keys[i];
      const to = keys[i + 1] ?? high;
      if (from && to && this.#compare(from, to) >= 0)
        this.damage.push(`page ${numberAt(bytes, 0)} has keys out of order`);
      next.push({
        page: childAt(bytes, at),
        low: from,
        high: to,
      });
    }
  }

  /** Looks at the nodes of a leaf, and returns how many other pages they use. */
  #leaf(bytes: Buffer, offsets: readonly number[], { low, high }: Child, visit: Visit | undefined): number {
    this.#checkTransaction(bytes);
    const number = numberAt(bytes, 0);
    const ends = offsets.length > 0 ? [keyAt(bytes, offsets[0]!), keyAt(bytes, offsets.at(-1)!)] : [];
    if ((low && ends[0] && this.#compare(ends[0], low) < 0) || (high && ends[1] && this.#compare(ends[1], high) >= 0)) {
      this.damage.push(`page ${number} has keys of another page`);
    }
    let others = 0;
    let last: Buffer | undefined;
    for (const at of offsets) {
      const flags = bytes.readUInt16LE(at + 4);
      if (flags > BIG) this.damage.push(`page ${number} has a node with the flags ${flags}`);
      if (!visit && flags === 0) continue;
      const { key, value } = this.#node(bytes, at);
      if (flags === BIG && value) others += overflowPages(value.length, this.#meta.pageSize);
      if (last && this.#compare(last, key) >= 0) this.damage.push(`page ${number} has keys out of order`);
      last = key;
      if (value) visit?.(key, value);
    }
    return others;
  }

  #node(bytes: Buffer, at: number): Node {
    const key = keyAt(bytes, at);
    if (bytes.readUInt16LE(at + 4) !== BIG) return { key, value: valueAt(bytes, at) };
    const length = valueLength(bytes, at);
    const { page, count } = overflowOf(bytes, at);
    const isThere = count === overflowPages(length, this.#meta.pageSize) && this.#meet(page, count);
    const value = isThere ? overflowBytes(this.#file, page, this.#meta.pageSize, length) : undefined;
    if (value) this.#checkOverflow(value, count);
    else this.damage.push(`page ${page} and ${count - 1} behind it do not hold the ${length} bytes that they should`);
    return { key, value: value?.subarray(PAGE_HEAD) };
  }

  /** LMDB goes by what the first page says when it frees all of them: it would free pages of others. */
  #checkOverflow(bytes: Buffer, count: number): void {
    this.#checkTransaction(bytes);
    if (pageCountOf(bytes) === count) return;
    this.damage.push(
      `page ${numberAt(bytes, 0)} says that it is the first of ${pageCountOf(bytes)}, and is of ${count}`,
    );
  }

  /** Pages that are free: 0 is nothing, and a negative number the length of the run that begins with the next. */
  #free(list: Buffer): void {
    const count = list.length < 8 ? 0 : numberAt(list, 0);
    if (count * 8 + 8 > list.length) {
      this.damage.push(`a list of free pages should have ${count} entries`);
      return;
    }
    const entry = (i: number): number => (i > count ? 0 : Number(list.readBigInt64LE(i * 8)));
    for (let i = 1; i <= count; i++) {
      const page = entry(i);
      if (page > 0) this.#meet(page, 1);
      else if (page < 0) this.#meet(entry(++i), -page);
    }
  }
}

const byBytes: Compare = (a, b) => a.compare(b);
const byNumber: Compare = (a, b) => (a.length < 8 || b.length < 8 ? 0 : numberAt(a, 0) - numberAt(b, 0));
