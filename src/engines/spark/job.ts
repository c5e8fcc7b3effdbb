import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import { InputError } from '../../io/errors.ts';
import { lackedField } from '../../io/records.ts';
import { fromPortable } from '../../workers/portable-recipe.ts';
import { entriesSql, membersSql, pairsSql } from '../sql/fold.ts';
import { findCandidates } from './candidates.ts';
import { Checkpoints, type Report } from './checkpoints.ts';
import { largeStarSql, signatureSql, smallStarSql } from './components.ts';
import { openInputs, payloadOf, type SparkInput } from './inputs.ts';
import { writeOutputs } from './outputs.ts';
import type { SparkSession } from './session.ts';
import type { JobSettings } from './settings.ts';
import {
  BLOCKS,
  countedSql,
  decidedSql,
  documentsSql,
  LACKED,
  linesSql,
  OVERFLOW,
  oversizedSql,
  SHIPPED,
  VERIFIED,
} from './stages.ts';

/** A run: what is read, what is written, and how. */
export interface SparkJob {
  readonly input: SparkInput;
  /** The folder of the outputs, and of the stages below it. */
  readonly output: string;
  readonly settings: JobSettings;
  /** The folder of the compiled package, which is sent to the executors. */
  readonly code: string;
}

/** Dedupes a corpus in Spark, stage by stage. What was finished by an earlier run of the same job is not done again. */
export async function runJob(
  session: SparkSession,
  { input, output, settings, code }: SparkJob,
  report: Report,
): Promise<void> {
  const found = await openInputs(session, input, settings.fields);
  const { recipeId } = new Fingerprinter({ recipe: fromPortable(settings.recipe) });
  const stages = await Checkpoints.open(session, output, { ...settings, recipeId, inputs: found }, report);
  await ship(session, code, settings);
  await read(session, stages, found.length, await payloadOf(session, input.format, settings));
  await stages.stage('counted', countedSql(settings.repeats));
  await checkDocuments(session, input.paths);
  // The columns of Parquet have been checked.
  if (input.format === 'jsonl') await checkFields(session, input.paths);
  await findPairs(session, stages, settings);
  await decide(stages, settings);
  await writeOutputs(session, stages, input.format, settings.repeats);
}

/** Sends our own code to the executors: Node is all that they need. */
async function ship(session: SparkSession, code: string, settings: JobSettings): Promise<void> {
  await session.ship(SHIPPED, (folder) => {
    cpSync(code, join(folder, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  });
}

async function read(session: SparkSession, stages: Checkpoints, inputs: number, payload: string): Promise<void> {
  const views = Array.from({ length: inputs }, (_, i) => `input_${i}`);
  await stages.stage('lines', linesSql(views));
  await stages.stage('blocks', BLOCKS);
  await session.query('documents', documentsSql(payload));
}

/** Throws if nothing that was read is a document: it was not read as it was meant. What is empty is an empty corpus. */
async function checkDocuments(session: SparkSession, paths: readonly string[]): Promise<void> {
  if ((await session.rows('SELECT 1 FROM counted WHERE reason IS NULL LIMIT 1')).length > 0) return;
  const [first] = await session.rows('SELECT place, reason FROM counted ORDER BY number LIMIT 1');
  if (first === undefined) return;
  const [place, reason] = first;
  throw new InputError(
    `There is no document in ${paths.join(', ')}; the first record passed over is ${place}: ${reason}`,
  );
}

/** Throws if no document has one of several fields of text. */
async function checkFields(session: SparkSession, paths: readonly string[]): Promise<void> {
  const [lacked] = await session.rows(LACKED);
  if (lacked !== undefined) throw new InputError(lackedField(String(lacked[0]), ` of ${paths.join(', ')}`));
}

async function findPairs(session: SparkSession, stages: Checkpoints, settings: JobSettings): Promise<void> {
  await stages.stage('members', membersSql('counted', [], settings.repeats));
  await session.query('entries', entriesSql('counted', 'members', settings.repeats));
  await findCandidates(session, stages, settings);
  await stages.stage('verified', VERIFIED);
  await findComponents(session, stages);
  await stages.stage(
    'pairs',
    `SELECT COALESCE(c.component, m.entry) AS component, p.*
FROM (${pairsSql('verified', 'members')}) p JOIN members m ON p.a = m.number LEFT JOIN components c ON m.entry = c.entry`,
  );
}

/** Gives every entry of a pair the least entry of its component. */
async function findComponents(session: SparkSession, stages: Checkpoints): Promise<void> {
  const signatureOf = async (edges: string) => JSON.stringify(await session.rows(signatureSql(edges)));
  let edges = 'verified';
  let [before, now] = ['', await signatureOf(edges)];
  for (let round = 0; before !== now; round++) {
    await session.query('wider', largeStarSql(edges));
    edges = `stars_${round}`;
    await stages.stage(edges, smallStarSql('wider'));
    [before, now] = [now, await signatureOf(edges)];
  }
  await session.query('components', `SELECT a AS component, b AS entry FROM ${edges}`);
}

async function decide(stages: Checkpoints, settings: JobSettings): Promise<void> {
  await stages.stage('oversized', oversizedSql(settings));
  await stages.stage('decided', decidedSql(settings));
  await stages.stage('overflow', OVERFLOW);
}
