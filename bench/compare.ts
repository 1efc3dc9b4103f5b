/** One row of the table: ours beside a peer that does the same with less. */
export interface Comparison {
  name: string;
  peer: string;
  /** What ours may take at most, in the peer's time. */
  goal: number;
  ours(): Promise<unknown>;
  theirs(): Promise<unknown>;
}

export interface Measured {
  name: string;
  peer: string;
  goal: number;
  /** Medians, in ms. */
  ours: number;
  theirs: number;
  ratio: number;
}

// A server that has run for a while is measured, not one whose code was just loaded.
const WARM_UP_MS = 10_000;
const LEAST_ROUNDS = 21;
const ROUNDS_MS = 8_000;

/** Times both in turns, so that what else the machine does falls on both alike, and compares the medians. */
export async function compare({ name, peer, goal, ours, theirs }: Comparison): Promise<Measured> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  const both = async () => {
    times.ours.push(await timed(ours));
    times.theirs.push(await timed(theirs));
  };
  for (const began = performance.now(); performance.now() - began < WARM_UP_MS;) await both();
  times.ours = [];
  times.theirs = [];
  for (const began = performance.now(); times.ours.length < LEAST_ROUNDS || performance.now() - began < ROUNDS_MS;)
    await both();
  const [a, b] = [median(times.ours), median(times.theirs)];
  return { name, peer, goal, ours: a, theirs: b, ratio: a / b };
}

/** How many ms it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The one in the middle. */
export const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
