/** When a step is due that waits so long after the one before it. */
export function dueAfter(before: Date, delayMinutes: number): Date {
  return new Date(before.getTime() + delayMinutes * 60_000);
}
