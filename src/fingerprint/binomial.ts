/** A lower and an upper bound. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The exact confidence interval for a probability of which `successes` in `trials` were seen: the probabilities under
 * which neither so few nor so many successes are rarer than (1 - confidence) / 2. It covers the true one at least as
 * often as `confidence` says, whatever it is, where Wilson's interval does so only on average.
 *
 * Source: Clopper and Pearson, Biometrika 26 (1934), 404–413.
 */
export function clopperPearson(successes: number, trials: number, confidence: number): Interval {
  const rarest = (1 - confidence) / 2;
  return {
    low: leastProbability(successes, trials, rarest),
    high: 1 - leastProbability(trials - successes, trials, rarest),
  };
}

/** The two-sided 95 % point of the normal distribution. */
const Z95 = 1.959964;

/**
 * The 95 % confidence interval of Wilson for a probability of which `successes` in `trials` were seen: narrower than the
 * exact one, right on average, and as quick for millions of trials as for ten. It assumes independent trials.
 *
 * Source: Wilson, Journal of the American Statistical Association 22 (1927), 209–212; Brown, Cai and DasGupta,
 * «Interval estimation for a binomial proportion», Statistical Science 16 (2001).
 */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const weight = Z95 ** 2 / trials;
  const centre = (share + weight / 2) / (1 + weight);
  const half = (Z95 * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials))) / (1 + weight);
  return {
    low: successes === 0 ? 0 : centre - half,
    high: successes === trials ? 1 : centre + half,
  };
}

/** The probability of a success under which that many or more have the chance `chance`, by bisection. */
function leastProbability(successes: number, trials: number, chance: number): number {
  if (successes === 0) return 0;
  let [low, high] = [0, 1];
  // As many halvings as a double has bits.
  for (let i = 0; i < 53; i++) {
    const middle = (low + high) / 2;
    if (chanceOf(successes, trials, trials, middle) < chance) low = middle;
    else high = middle;
  }
  return high;
}

/** The chance of at most that many successes in independent trials, each with a probability below 1. */
export function chanceOfAtMost(successes: number, trials: number, probability: number): number {
  // Summed up, since 1 less the rest would be nothing but rounding where it is small.
  return successes < trials ? Math.min(1, chanceOf(0, successes, trials, probability)) : 1;
}

/** The chance of `least` to `most` successes. In logarithms, because (1 - p)^trials may be too small for a double. */
function chanceOf(least: number, most: number, trials: number, probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  let log = trials * Math.log1p(-probability);
  let sum = 0;
  for (let i = 0; i <= most; i++) {
    if (i >= least) sum += Math.exp(log);
    log += Math.log((trials - i) / (i + 1)) + odds;
  }
  return sum;
}
