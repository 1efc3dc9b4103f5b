import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats a check until it neither throws nor returns false, and returns its result. `timeout` and `interval` are in
 * milliseconds. At the timeout it throws the last state: what the check threw, such as the difference of an `expect`,
 * or its source if it returned false.
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { timeout = 50_000, interval = 50 } = {},
): Promise<Exclude<Result, false>> {
  const startedAt = performance.now();
  for (;;) {
    let state: unknown = new Error(`${check.toString()} returned false`);
    try {
      const result = await check();
      if (result !== false) return result as Exclude<Result, false>;
    } catch (error) {
      state = error;
    }
    if (performance.now() - startedAt > timeout)
      throw new Error(`After ${timeout} ms: ${state instanceof Error ? state.message : String(state)}`, {
        cause: state,
      });
    await delay(interval);
  }
}
