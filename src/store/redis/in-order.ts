import { hammingDistance } from '../../fingerprint/fingerprint.ts';
import { ConnectionLostError } from '../errors.ts';
import type { Entry } from '../intake.ts';

/**
 * Runs documents at the same time with the outcome of one after another: each waits for those before it that are within
 * the distance, or have its id. One that may be an error, as its id is there already, waits for all before it, and all
 * behind it wait for it.
 *
 * @param options.mayFail by place
 * @param answers is given them by place, those beside an error, too
 */
export async function inOrder<Answer>(
  entries: readonly Entry[],
  { maxDistance, mayFail }: { maxDistance: number; mayFail: readonly boolean[] },
  run: (entry: Entry) => Promise<Answer>,
  answers: (Answer | undefined)[] = [],
): Promise<void> {
  let begin = 0;
  while (begin < entries.length) {
    let end = begin + 1;
    if (!mayFail[begin]) while (end < entries.length && !mayFail[end]) end++;
    const results = await runTogether(entries.slice(begin, end), maxDistance, run);
    for (const [i, result] of results.entries()) {
      if (result.status === 'fulfilled') answers[begin + i] = result.value;
    }
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    // What became of one may not be known, which is not to be told by an error that says that nothing was done.
    if (errors.length > 0) throw errors.find((error) => error instanceof ConnectionLostError) ?? errors[0];
    begin = end;
  }
}

/** Answers, and errors, when all are there. */
async function runTogether<Answer>(
  entries: readonly Entry[],
  maxDistance: number,
  run: (entry: Entry) => Promise<Answer>,
): Promise<PromiseSettledResult<Answer>[]> {
  const running: Promise<Answer>[] = [];
  for (const [place, entry] of entries.entries()) {
    const before = running.filter((_, i) => areNear(entries[i]!, entry, maxDistance));
    running[place] = Promise.all(before).then(() => run(entry));
  }
  // All are waited for, so that nothing goes on behind an error.
  return Promise.allSettled(running);
}

function areNear(a: Entry, b: Entry, maxDistance: number): boolean {
  if (a.fingerprint === null || b.fingerprint === null) return false;
  return hammingDistance(a.fingerprint, b.fingerprint) <= maxDistance;
}
