import { EngineError } from '../errors.ts';
import type { SparkSession } from './session.ts';

/** Says how far a stage has come until its work is done; there is none left of one that an earlier run finished. */
export type Report = (stage: string, work: Promise<void> | undefined) => Promise<void>;

/** Spark itself passes over what begins so. */
const STAGES = '_stages';
const MANIFEST = '_manifest.json';

/**
 * The stages of a job in a folder: each is Parquet that stays. A run that finds a stage finished goes on behind it; one
 * that finds a folder of other settings refuses to mix them.
 */
export class Checkpoints {
  readonly #session: SparkSession;
  readonly #folder: string;
  readonly #report: Report;

  private constructor(session: SparkSession, folder: string, report: Report) {
    this.#session = session;
    this.#folder = folder;
    this.#report = report;
  }

  /**
   * @param settings all that decides what comes out
   * @throws {EngineError} if the folder has the stages of a run with other settings
   */
  static async open(
    session: SparkSession,
    folder: string,
    settings: Readonly<Record<string, unknown>>,
    report: Report,
  ): Promise<Checkpoints> {
    const path = `${folder}/${MANIFEST}`;
    const before = await session.get(path);
    // An empty one is of a run that was ended before it wrote anything.
    if (!before) await session.put(path, `${JSON.stringify(settings, undefined, 2)}\n`);
    else checkSame(settingsIn(before, path), settings, path);
    return new Checkpoints(session, folder, report);
  }

  /** Does a stage unless it is done already; its rows then have its name. */
  async stage(name: string, sql: string | (() => Promise<string>)): Promise<void> {
    const path = `${this.#folder}/${STAGES}/${name}`;
    await this.#write(name, sql, path);
    await this.#session.view(name, 'parquet', asPattern(path), ['*']);
  }

  /** Writes what the job is for, unless that is done already. */
  async output(name: string, sql: string): Promise<void> {
    await this.#write(name, sql, `${this.#folder}/${name}`);
  }

  async #write(name: string, sql: string | (() => Promise<string>), path: string): Promise<void> {
    // Spark writes it when everything else has been written.
    const isDone = (await this.#session.get(`${path}/_SUCCESS`)) !== undefined;
    const work = async () => this.#session.write(typeof sql === 'string' ? sql : await sql(), path);
    await this.#report(name, isDone ? undefined : work());
  }
}

/** The pattern that stands for this path alone: whatever Spark reads from is one. */
const asPattern = (path: string): string => path.replace(/[\\*?{}[\]]/g, '\\$&');

function settingsIn(text: string, path: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>) };
  } catch {
    throw new EngineError(
      `${path} has been changed or cut off, so that it does not say which settings the run had. Give another folder, or remove that one.`,
    );
  }
}

function checkSame(before: Record<string, unknown>, now: Readonly<Record<string, unknown>>, path: string): void {
  const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';
  // As JSON has it.
  const after = JSON.parse(JSON.stringify(now)) as Record<string, unknown>;
  const name = [...new Set([...Object.keys(before), ...Object.keys(after)])].find(
    (one) => shown(before[one]) !== shown(after[one]),
  );
  if (name === undefined) return;
  throw new EngineError(
    `${path} is of a run with other settings: ${name} was ${shown(before[name]).slice(0, 300)}, and is ${shown(after[name]).slice(0, 300)} now. ` +
      'Go on with the settings of that run, or give another folder, or remove that one.',
  );
}
