/** Seeded random numbers (mulberry32). The same seed always gives the same demo data. */
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
    /** Picks an item. With `bias` above 1, earlier items are picked more often. */
    pick: <Item>(items: readonly Item[], bias = 1): Item => items[Math.floor(next() ** bias * items.length)]!,
  };
}

export type Random = ReturnType<typeof createRandom>;
