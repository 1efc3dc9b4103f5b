/** The results of a variant. */
export interface Outcome {
  views: number;
  /** How many of the views had the result, such as a lead. */
  successes: number;
}

/** The range that is integrated: this many standard deviations to each side of a mean, and points per deviation. */
const DEVIATIONS = 6;
const POINTS_PER_DEVIATION = 10;

/**
 * Returns the chance of each variant to have the highest rate: Bayesian, with a uniform prior, so that the rate of a
 * variant follows Beta(1 + successes, 1 + failures). Integrates the density of each variant times the chance that all
 * others are lower. See Chris Stucchio, "Bayesian A/B Testing at VWO" (2015).
 */
export function chancesToBeBest(outcomes: readonly Outcome[]): number[] {
  const posteriors = outcomes.map(({ views, successes }) => {
    // Views may be lost, and a visitor may submit twice.
    const failures = Math.max(0, views - successes);
    const mean = (successes + 1) / (successes + failures + 2);
    return { successes, failures, mean, deviation: Math.sqrt((mean * (1 - mean)) / (successes + failures + 3)) };
  });
  const rates = posteriors
    .flatMap(({ mean, deviation }) =>
      Array.from(
        { length: 2 * DEVIATIONS * POINTS_PER_DEVIATION + 1 },
        (_, point) => mean + deviation * (point / POINTS_PER_DEVIATION - DEVIATIONS),
      ),
    )
    .filter((rate) => rate > 0 && rate < 1)
    .sort((one, other) => one - other);
  const lower = posteriors.map(({ successes, failures }) => {
    const logs = rates.map((rate) => successes * Math.log(rate) + failures * Math.log1p(-rate));
    const highest = logs.reduce((max, log) => Math.max(max, log), -Infinity);
    return cumulate(
      rates,
      logs.map((log) => Math.exp(log - highest)),
    );
  });
  return lower.map((own) =>
    own.reduce((chance, share, point) => {
      if (point === 0) return 0;
      const others = lower.filter((other) => other !== own);
      const isBest = others.reduce((product, other) => product * ((other[point]! + other[point - 1]!) / 2), 1);
      return chance + (share - own[point - 1]!) * isBest;
    }, 0),
  );
}

/** Integrates a density by the trapezoidal rule. Returns the share below each point. */
function cumulate(points: number[], density: number[]): number[] {
  let sum = 0;
  const sums = points.map((point, index) => {
    if (index > 0) sum += ((density[index]! + density[index - 1]!) / 2) * (point - points[index - 1]!);
    return sum;
  });
  return sums.map((value) => value / sum);
}
