import { copyOfPlan, type Plan } from './plan.ts';
import type { PlannedIndex } from './planned-index.ts';

/** How an index lies in memory, and how evenly. */
export interface IndexStats {
  /** How many ids there are. */
  readonly size: number;
  /** Of those, how many share their fingerprint with another: it stands in the tables once. 0 as long as there are none. */
  readonly equal: number;
  /** What the index takes: the fingerprints by id, the tables, and the ids with equal fingerprints. */
  readonly bytes: { readonly total: number; readonly rows: number; readonly tables: number; readonly equal: number };
  readonly plan: Plan;
  /** The tables of the plan, once there are enough fingerprints for them. */
  readonly tables: readonly TableStats[];
}

/** How evenly a table is filled. */
export interface TableStats {
  readonly prefix: readonly number[];
  /** How far around a query's prefix a search within the index's maxDistance looks; undefined if it does not use the table. */
  readonly radius: number | undefined;
  /** Fingerprints in the bucket of a fingerprint, on average over all of them; the uniform mean is less by one. */
  readonly meanBucket: number;
  /** The fullest bucket: how many fingerprints it has, and its number, the leading bits that they have in common. */
  readonly hottestBucket: { readonly entries: number; readonly number: number };
}

export function statsOf(index: PlannedIndex, maxDistance: number): IndexStats {
  const { memory, plan } = index;
  // The radii are known only once a search was planned.
  index.program(maxDistance);
  const stages = index.stages(maxDistance);
  const { bytes, twinIds, tables } = memory.stats();
  return {
    size: memory.size,
    equal: twinIds,
    bytes: {
      total: bytes.rows + bytes.tables + bytes.twins,
      rows: bytes.rows,
      tables: bytes.tables,
      equal: bytes.twins,
    },
    plan: copyOfPlan(plan),
    tables: !memory.isTabled
      ? []
      : tables.map(({ entries, squares, largest, hottest }, table) => ({
          prefix: plan.tables[table]!.prefix,
          radius: stages.find((stage) => stage.table === table)?.radius,
          meanBucket: squares / Math.max(1, entries),
          hottestBucket: { entries: largest, number: hottest },
        })),
  };
}
