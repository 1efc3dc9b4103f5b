/** Returns when a step is due: `delayMinutes` after the step before it. */
export function stepDueAt(before: Date, delayMinutes: number): Date {
  return new Date(before.getTime() + delayMinutes * 60_000);
}
