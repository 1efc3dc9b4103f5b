/** Returns the smallest round number that is at least `largest` and whose half is a whole number. */
export function axisMaximum(largest: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 6, 8, 10, 12, 16]) if (largest <= step * unit) return step * unit;
  }
}
