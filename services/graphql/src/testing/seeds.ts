import { createHash, randomInt } from 'node:crypto';

/** The seeds of a randomized test: TEST_SEEDS of them (1), from TEST_SEED on where one is to be repeated. Name them in the test's title. */
export function seeds(): number[] {
  const first = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000));
  return Array.from({ length: Number(process.env['TEST_SEEDS'] ?? 1) }, (_, n) => first + n);
}

/** Answers whole numbers below `bound`, always the same ones for one seed. */
export function pickFrom(seed: number | string): (bound: number) => number {
  let n = 0;
  return (bound) =>
    createHash('sha256')
      .update(`${seed}:${(n += 1)}`)
      .digest()
      .readUInt32BE() % bound;
}
