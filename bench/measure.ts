import { Bench } from 'tinybench';

const ROUNDS = 10;

/**
 * The median time of each task in milliseconds. The tasks take turns in several rounds, so that whatever else the
 * machine is doing slows all of them, and ratios between them stay true.
 */
export function medians<Name extends string>(tasks: Record<Name, () => unknown>, time = 1000): Record<Name, number> {
  const names = Object.keys(tasks) as Name[];
  const samples = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const bench = new Bench({
      time: time / ROUNDS,
      iterations: 1,
      warmupTime: round === 0 ? 200 : 20,
      warmupIterations: 1,
      retainSamples: true,
      throws: true,
    });
    for (const name of names) bench.add(name, tasks[name]);
    for (const { name, result } of bench.runSync()) {
      if (result.state === 'completed') samples.get(name)!.push(...(result.latency.samples ?? []));
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name)!)])) as Record<Name, number>;
}

/** The median time of something that is too slow to be run for a second, in milliseconds. */
export function medianOfThree(task: () => unknown): number {
  return median(
    Array.from({ length: 3 }, () => {
      const start = performance.now();
      task();
      return performance.now() - start;
    }),
  );
}

/** The middle one; of an even number, the upper of the two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The one that this share of all, less than 1, stands before. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * values.length)]!;
}
