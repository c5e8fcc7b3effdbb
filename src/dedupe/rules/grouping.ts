import type { Neighbours } from '../neighbours.ts';

/** What a rule goes by. */
export interface Grouping {
  readonly neighbours: Neighbours;
  readonly order: Uint32Array;
  /** The place of each document in the order. */
  readonly ranks: Uint32Array;
  readonly references: number;
}
