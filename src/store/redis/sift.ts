// Of many the few that are worth asking about one by one. A command costs more to send than its answer to find, and one
// script looks for what thousands would.
import { slicesOf } from '../slices.ts';
import type { Connection } from './connection.ts';
import { hashTagOf } from './keys.ts';

/** How many a script looks through: a few milliseconds of a server, for which all others wait. */
const ITEMS_A_SCRIPT = 1000;

/** What a script is given of each. */
export interface Sift<Item> {
  /** Returns the places of those that are not as they ought to be, counted from 1. What it cannot read is one of them. */
  readonly script: string;
  keyOf(item: Item): string;
  /** As many for each. */
  valuesOf(item: Item): readonly string[];
}

/** Those that the script does not find as they ought to be. */
export async function sifted<Item>(connection: Connection, items: readonly Item[], sift: Sift<Item>): Promise<Item[]> {
  return connection.acrossShards(
    () => siftedOf(connection, [items], sift),
    () => siftedOf(connection, groupsByShard(items, sift.keyOf), sift),
  );
}

async function siftedOf<Item>(
  connection: Connection,
  groups: readonly (readonly Item[])[],
  { script, keyOf, valuesOf }: Sift<Item>,
): Promise<Item[]> {
  const slices = groups.flatMap((group) => [...slicesOf(group, ITEMS_A_SCRIPT)]);
  const found = await Promise.all(
    slices.map(async (slice) => {
      const places = await connection.script(script, slice.map(keyOf), slice.flatMap(valuesOf));
      return (places as number[]).map((place) => slice[place - 1]!);
    }),
  );
  return found.flat();
}

/** Those whose keys are of one shard, or of one bucket, which a script may have in a cluster, too. */
function groupsByShard<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const tag = hashTagOf(keyOf(item));
    const group = groups.get(tag);
    if (group) group.push(item);
    else groups.set(tag, [item]);
  }
  return [...groups.values()];
}
