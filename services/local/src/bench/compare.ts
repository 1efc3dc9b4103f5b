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

const WARM_UPS = 3;
const ROUNDS = 21;

/** Times both in turns, so that what else the machine does falls on both alike, and compares the medians. */
export async function compare({ name, peer, goal, ours, theirs }: Comparison): Promise<Measured> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const one = await timed(ours);
    const other = await timed(theirs);
    if (round < 0) continue;
    times.ours.push(one);
    times.theirs.push(other);
  }
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
