import { directoryBits } from '../layout.ts';
import { type Plan, prefixBits } from '../plan.ts';
import { neighbours } from './bits.ts';

/** What to expect of a plan over so many uniform fingerprints. */
export interface Estimate {
  /** Buckets that a search looks into. */
  readonly probes: number;
  /** Rows that a search compares with. */
  readonly candidates: number;
  /** All tables and the rows themselves. */
  readonly bytesPerFingerprint: number;
  /** Time of a search among many on one core, all in one memory. A model: trust the order of magnitude. */
  readonly nanoseconds: number;
  /** That order of magnitude, such as '1 to 10 µs'. */
  readonly timeClass: string;
}

// What the steps of a search cost, in nanoseconds: fitted to searches among 10⁴ (Intel Xeon), 10⁶ and 10⁷ fingerprints (AMD
// EPYC) at distances 0 to 12 in four tables of 16 bits, which they meet within a quarter. `npm run bench -- plan` compares.
/** What every search costs. */
const QUERY = 40;
/** A bucket that is looked into while all tables are in the nearest cache. */
const BUCKET = 2;
/** What it costs more for each doubling of the tables from 1 MiB to 1 GiB, where every bucket misses all caches. */
const FARTHER = 4.5;
/** A row of a bucket. */
const BUCKET_ROW = 0.9;
/** A row that is read through. */
const ROW_READ = 0.6;

/** A row is an id and a fingerprint, and in each table an id and the bits that the directory does not tell; a tenth more, to grow. */
const ROW_BYTES = 13.2;
const TABLE_ROW_BYTES = 11;
/** An entry of the directory; and as much for each bucket that has rows, since blocks have even sizes and know their owners. */
const ENTRY_BYTES = 8;

export function estimate(plan: Plan, size: number): Estimate {
  let [probes, candidates, buckets, rows, bytes] = [0, 0, 0, 0, size * ROW_BYTES];
  for (const table of plan.tables) {
    const prefix = prefixBits(plan, table);
    const directory = directoryBits(plan, table);
    const near = neighbours(prefix, table.radius);
    probes += near;
    candidates += (near * size) / 2 ** prefix;
    // A shorter prefix than the directory's has several buckets; of a longer one, others share the bucket.
    buckets += near * 2 ** Math.max(0, directory - prefix);
    rows += (near * size) / 2 ** Math.min(directory, prefix);
    bytes += size * TABLE_ROW_BYTES + ENTRY_BYTES * (2 ** directory + Math.min(size, 2 ** directory));
  }
  const isScan = plan.tables.length === 0;
  const nanoseconds = isScan
    ? QUERY + size * ROW_READ
    : QUERY + buckets * (BUCKET + farther(bytes)) + rows * BUCKET_ROW;
  return {
    probes,
    candidates: isScan ? size : candidates,
    bytesPerFingerprint: bytes / size,
    nanoseconds,
    timeClass: timeClass(nanoseconds),
  };
}

function farther(bytes: number): number {
  return FARTHER * Math.min(10, Math.max(0, Math.log2(bytes / 2 ** 20)));
}

const UNITS = ['µs', 'ms', 's'] as const;

function timeClass(nanoseconds: number): string {
  if (nanoseconds < 1e3) return 'under 1 µs';
  const decade = Math.floor(Math.log10(nanoseconds)) - 3;
  const unit = Math.min(Math.floor(decade / 3), UNITS.length - 1);
  const from = 10 ** (decade - 3 * unit);
  return `${from} to ${10 * from} ${UNITS[unit]}`;
}
