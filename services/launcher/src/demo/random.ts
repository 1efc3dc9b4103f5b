/** Numbers from 0 to 1 that look random and are the same every time (mulberry32), so that every demo shows the same agency. */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** One of them; an earlier one more often where `lean` is above 1. */
    pick: <Each>(from: readonly Each[], lean = 1): Each => from[Math.floor(next() ** lean * from.length)]!,
  };
}

export type Random = ReturnType<typeof createRandom>;
