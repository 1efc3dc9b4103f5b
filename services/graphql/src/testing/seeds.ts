import { createHash, randomInt } from 'node:crypto';

/**
 * Returns the seeds of a randomized test: TEST_SEEDS of them (default 1), starting at TEST_SEED or at random. Include
 * the seed in the test title.
 */
export function seeds(): number[] {
  const first = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000));
  return Array.from({ length: Number(process.env['TEST_SEEDS'] ?? 1) }, (_, n) => first + n);
}

/** Returns a generator of integers from 0 to `bound` - 1 that is deterministic for a seed. */
export function pickFrom(seed: number | string): (bound: number) => number {
  let n = 0;
  return (bound) =>
    createHash('sha256')
      .update(`${seed}:${(n += 1)}`)
      .digest()
      .readUInt32BE() % bound;
}
