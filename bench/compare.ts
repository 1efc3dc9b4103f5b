/** Compares an operation of the product with a minimal implementation of the same. */
export interface Benchmark {
  name: string;
  baselineName: string;
  /** Highest allowed ratio of the product's time to the baseline's. */
  goal: number;
  product(): Promise<unknown>;
  baseline(): Promise<unknown>;
}

export interface BenchmarkResult {
  name: string;
  baselineName: string;
  goal: number;
  /** Medians, in ms. */
  product: number;
  baseline: number;
  ratio: number;
}

// Warms up, so that code loading and compilation are not measured.
const WARM_UP_MS = 10_000;
const MIN_ROUNDS = 21;
const MIN_DURATION_MS = 8_000;

/** Times both in turns, so that other load on the machine affects both equally, and compares the medians. */
export async function compare({ name, baselineName, goal, product, baseline }: Benchmark): Promise<BenchmarkResult> {
  const times = { product: [] as number[], baseline: [] as number[] };
  const both = async () => {
    times.product.push(await timed(product));
    times.baseline.push(await timed(baseline));
  };
  for (const startedAt = performance.now(); performance.now() - startedAt < WARM_UP_MS;) await both();
  times.product = [];
  times.baseline = [];
  for (
    const startedAt = performance.now();
    times.product.length < MIN_ROUNDS || performance.now() - startedAt < MIN_DURATION_MS;
  )
    await both();
  const [a, b] = [median(times.product), median(times.baseline)];
  return { name, baselineName, goal, product: a, baseline: b, ratio: a / b };
}

/** Returns the duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
