import { type Command, Option } from 'commander';
import { bytesInWords, counted, thousands, timeInWords } from '../numbers.ts';
import { LARGEST_DISTANCE } from '../search/plan.ts';
import {
  choose,
  comparePlans,
  LARGEST_SIZE,
  nothingFits,
  type PlannedTables,
  type PlanRequest,
  planName,
} from '../search/planning/planner.ts';
import { parseBytes, parseCount, wholeDistance } from './options/values.ts';
import { inColumns } from './terminal/table.ts';
import { print } from './terminal/writing.ts';

interface PlanOptions {
  readonly size: number;
  readonly distance: number;
  readonly memory?: number;
  readonly json?: boolean;
}

const HELP = `
A plan is a set of sorted tables and how far around its own place in each a search looks, so that every
fingerprint within the distance is met in one of them. Every plan shown is complete: none misses a match.

  probes      places that a search looks into        bytes   of tables and rows, a fingerprint
  candidates  rows that it compares with             time    of a search on one core if one memory held all

Numbers are expected ones for uniform fingerprints; of times, trust the order of magnitude.

Examples:
  hammingbird plan --size 8e9 --distance 3
  hammingbird plan --size 1e7 --distance 6 --memory 2GB
  hammingbird plan --size 2^34 --distance 3 --json

Exit status: 0 done; 1 no plan fits the memory; 2 wrong usage.`;

/** What one index can hold: a WebAssembly memory. */
const ONE_INDEX = 2 ** 32;

export function addPlan(program: Command): void {
  program
    .command('plan')
    .summary('which tables an index of a size and distance should have')
    .description('Compares designs of tables for exact searches within a distance, the fastest first.')
    .addOption(
      new Option('--size <count>', 'how many fingerprints, such as 1000000, 8e9 or 2^34 (required)')
        .argParser(parseCount(LARGEST_SIZE))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--distance <bits>',
        `find fingerprints that differ in at most this many bits, 0 to ${LARGEST_DISTANCE} (required)`,
      )
        .argParser(wholeDistance)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--memory <bytes>', 'choose what fits into this much, such as 64GB or 4GiB').argParser(parseBytes),
    )
    .option('--json', 'print all plans as JSON')
    .addHelpText('after', HELP)
    .action(({ size, distance, memory, json }: PlanOptions) => {
      const request = { size, maxDistance: distance, memory };
      const plans = comparePlans(request);
      print(json ? asJson(request, plans) : comparison(request, plans));
      if (!choose(plans, request)) throw nothingFits(plans, request);
    });
}

function asJson(request: PlanRequest, plans: readonly PlannedTables[]): string {
  const named = <P extends PlannedTables>(plan: P) => ({ name: planName(plan), ...plan });
  const chosen = choose(plans, request);
  return `${JSON.stringify({ ...request, chosen: chosen ? named(chosen) : null, plans: plans.map(named) }, null, 2)}\n`;
}

function comparison(request: PlanRequest, plans: readonly PlannedTables[]): string {
  const { size, maxDistance, memory = ONE_INDEX } = request;
  const unit = request.memory === undefined ? '4 GiB' : bytesInWords(memory);
  const chosen = choose(plans, request);
  const lines = [
    `${counted(size, 'fingerprint')}, distance ${maxDistance}`,
    '',
    ...inColumns(
      [
        ['', 'design', 'radii', 'probes', 'candidates', 'bytes', 'memory', `× ${unit}`, 'time', 'idea'],
        ...plans.map((plan) => [
          chosen?.tables === plan.tables ? '→' : '',
          planName(plan),
          radiiOf(plan),
          thousands(plan.probes),
          candidatesOf(plan),
          thousands(plan.bytesPerFingerprint),
          bytesInWords(plan.bytes),
          thousands(Math.ceil(plan.bytes / memory)),
          timeInWords(plan.nanoseconds),
          plan.idea,
        ]),
      ],
      3,
    ),
  ];
  if (chosen) lines.push('', `→ ${planName(chosen)}, ${chosen.timeClass} a search. ${chosen.why}`);
  if (chosen && chosen.bytes > memory) {
    lines.push(
      `  One index holds 4 GiB: this takes ${thousands(Math.ceil(chosen.bytes / memory))} of them, on as many machines as hold those.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** '0', or '0/0/1': one for each table unless all are the same. */
function radiiOf({ tables }: PlannedTables): string {
  const radii = tables.map(({ radius }) => radius);
  const different = [...new Set(radii)];
  if (different.length < 2) return different.length === 0 ? '–' : String(different[0]);
  return tables.length <= 8 ? radii.join('/') : `${Math.min(...radii)}–${Math.max(...radii)}`;
}

function candidatesOf({ candidates }: PlannedTables): string {
  return candidates > 0 && candidates < 0.5 ? '< 1' : thousands(candidates);
}
