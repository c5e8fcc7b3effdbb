import type { IndexCore } from '../wasm/core.ts';
import { IndexMemory, type LoadedProgram } from '../wasm/index-memory.ts';
import { BATCH_FROM, probeCost, READ_COST, sharedProbeCost, TABLES_FROM } from './costs.ts';
import { layoutBytes, layoutOf, type TableLayout } from './layout.ts';
import { copyOfPlan, type Plan } from './plan.ts';
import { probeCount, probingProgram, readingProgram } from './program.ts';
import { type Stage, stagesFor } from './stages.ts';

/** More probes than pay for any number of fingerprints that fit a memory. */
const MOST_PROBES = 2 ** 20;

/** An index in memory together with the plan it is searched by, and the programs made from it. */
export class PlannedIndex {
  readonly memory: IndexMemory;
  readonly plan: Plan;
  readonly #layouts: readonly TableLayout[];
  /** Two a distance: one that reads, one that probes. They stay good while the fingerprints do not double. */
  #programs: LoadedProgram[] = [];
  /** Two a distance: which of them single searches go by, and which batches. */
  #chosen: LoadedProgram[] = [];
  #weights: readonly number[] = [];
  #weighedAt = 0;
  #weighedTabled = false;

  constructor(core: IndexCore, plan: Plan) {
    // The caller may change its own, but the tables stay as they are.
    this.plan = copyOfPlan(plan);
    this.#layouts = layoutOf(this.plan);
    this.memory = new IndexMemory(core, layoutBytes(this.#layouts), plan.tables.length);
  }

  /**
   * Adds many. If they are as many as there are, all are sorted into tables anew, which takes two thirds of
   * the time of adding them to the tables.
   */
  addAll(fingerprints: BigUint64Array, ids: Uint32Array | undefined, firstId: number): void {
    const before = this.memory.size;
    const anew = fingerprints.length >= Math.max(before, TABLES_FROM);
    if (anew) this.memory.dropTables();
    this.memory.add(fingerprints, ids, firstId);
    if (anew) this.#build();
  }

  /**
   * Removes many; how many were there. If they may be most, what is left is sorted into tables anew, which takes half the
   * time of taking them out or less.
   */
  removeAll(ids: Uint32Array): number {
    if (2 * ids.length > this.memory.size) this.memory.dropTables();
    const removed = this.memory.removeAll(ids);
    this.sortIfDue();
    return removed;
  }

  /** The way to search within a distance that costs least, for so many fingerprints at once. */
  program(distance: number, count = 1): LoadedProgram {
    const { memory } = this;
    const { size } = memory;
    this.sortIfDue();
    const changed = size > 2 * this.#weighedAt || 2 * size < this.#weighedAt;
    if (changed || memory.isTabled !== this.#weighedTabled) this.#weigh();
    const isBatch = count >= BATCH_FROM;
    const place = 2 * distance + Number(isBatch);
    this.#chosen[place] ??= this.#choose(distance, isBatch ? sharedProbeCost : probeCost);
    return this.#chosen[place];
  }

  /** Sorts the fingerprints into tables if they are not and a search should go through them. */
  sortIfDue(): void {
    if (!this.memory.isTabled && this.memory.size >= TABLES_FROM) this.#build();
  }

  /** The tables that a search within a distance goes through, and their radii; none if it reads everything. */
  stages(distance: number): Stage[] {
    return this.memory.isTabled && this.#probesPay(distance, probeCost) ? this.#stages(distance) : [];
  }

  #build(): void {
    if (this.plan.tables.length === 0) return;
    try {
      this.memory.build();
    } catch (error) {
      this.memory.dropTables();
      throw error;
    }
    this.#weigh();
  }

  #weigh(): void {
    for (const program of this.#programs) if (program !== undefined) this.memory.unload(program);
    this.#programs = [];
    this.#chosen = [];
    this.#weighedAt = this.memory.size;
    this.#weighedTabled = this.memory.isTabled;
    this.#weights = this.memory.stats().tables.map(({ squares, entries }) => squares / Math.max(1, entries));
  }

  #choose(distance: number, costOf: (entries: number) => number): LoadedProgram {
    const probes = this.memory.isTabled && this.#probesPay(distance, costOf);
    const make = () =>
      probes ? probingProgram(this.plan, this.#layouts, this.#stages(distance), distance) : readingProgram(distance);
    const place = 2 * distance + Number(probes);
    this.#programs[place] ??= this.memory.load(make());
    return this.#programs[place];
  }

  #stages(distance: number): Stage[] {
    return stagesFor(this.plan, distance, this.#weights);
  }

  #probesPay(distance: number, costOf: (entries: number) => number): boolean {
    if (distance > this.plan.maxDistance) return false;
    const stages = this.#stages(distance);
    if (probeCount(this.plan, this.#layouts, stages) > MOST_PROBES) return false;
    const cost = stages.reduce(
      (sum, stage) => sum + probeCount(this.plan, this.#layouts, [stage]) * costOf(this.#weights[stage.table]!),
      0,
    );
    return cost < this.memory.size * READ_COST;
  }
}
