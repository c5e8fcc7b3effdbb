// How the stages of the job in Spark grow with the documents, beside what the model says.
import { DuckDBInstance } from '@duckdb/node-api';
import { REPEATS } from '../../src/dedupe/defaults.ts';
import { SPARK } from '../../src/engines/sql/dialect.ts';
import { estimateJoin, planJoin } from '../../src/engines/sql/join-plan.ts';
import { planName } from '../../src/search/planning/planner.ts';
import { generatedLines } from '../../test/engines/corpus.ts';
import { rowCount } from '../../test/engines/rows.ts';
import { number, table } from '../report.ts';
import { type FinishedRun, measured } from './cluster.ts';
import type { StageTasks } from './event-log.ts';
import { joinSeconds, VERIFICATION_SECONDS } from './prices.ts';

/** A distance at which a million documents are a matter of minutes. */
const DISTANCE = 3;
const MOST = 1_000_000;

interface Size {
  readonly documents: number;
  readonly entries: number;
  readonly candidates: number;
  readonly stages: readonly StageTasks[];
}

/** A tenth of the documents, and all of them. */
export async function growth(documents: number = MOST): Promise<string> {
  const sizes: Size[] = [];
  for (const size of [documents / 10, documents]) {
    sizes.push(await measured(generatedLines(size), ['--distance', String(DISTANCE)], (run) => sizeOf(size, run)));
  }
  return `${stagesOf(sizes)}\n\n${joinOf(sizes)}`;
}

async function sizeOf(documents: number, { output, stages }: FinishedRun): Promise<Size> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = (stage: string) => `FROM read_parquet('${output}/_stages/${stage}/*.parquet')`;
  try {
    const entries = await rowCount(connection, `${rows('members')} WHERE copy = 0`);
    return { documents, stages, entries, candidates: await rowCount(connection, rows('candidates')) };
  } finally {
    connection.closeSync();
  }
}

function stagesOf([small, large]: readonly Size[]): string {
  // Outputs may have the name of a stage, which comes before them.
  const names = [...new Set(small!.stages.map(({ name }) => name))].filter(
    (name) => stageOf(large!, name) !== undefined,
  );
  return table(
    ['stage', ...[small!, large!].map(({ documents }) => `${documents.toLocaleString('en')}, task seconds`), 'growth'],
    names.map((name) => {
      const [before, after] = [small!, large!].map((size) => stageOf(size, name)!.taskSeconds) as [number, number];
      return [name, number(before), number(after), number(after / before)];
    }),
  );
}

/** The stages of which there is a model: what it says, and what was measured. */
function joinOf(sizes: readonly Size[]): string {
  return table(
    [
      'documents',
      'entries',
      'plan',
      'rows',
      'rows shuffled',
      'bytes a row',
      'meetings',
      'join, model s',
      'task s',
      'candidates',
      'verified, model s',
      'task s',
    ],
    sizes.map((size) => {
      const { plan } = planJoin(DISTANCE, size.entries, SPARK);
      const { rows, meetings } = estimateJoin(plan, size.entries);
      const made = REPEATS * rows * size.entries;
      const join = stageOf(size, 'candidates')!;
      return [
        size.documents.toLocaleString('en'),
        size.entries.toLocaleString('en'),
        planName(plan),
        number(made),
        number(join.rows),
        number(join.bytes / join.rows),
        number(REPEATS * meetings),
        number(joinSeconds(plan, size.entries)),
        number(join.taskSeconds),
        number(size.candidates),
        number(size.candidates * VERIFICATION_SECONDS),
        number(stageOf(size, 'verified')!.taskSeconds),
      ];
    }),
  );
}

const stageOf = ({ stages }: Size, stage: string): StageTasks | undefined => stages.find(({ name }) => name === stage);
