import type { Context } from '@temporalio/activity';
import type { ActivityExecuteInput } from '@temporalio/worker';
import { LimitedLocalActivity } from './limit-local-activities';

const input: ActivityExecuteInput = { args: [], headers: {} };

describe('local activities of a worker', () => {
  let ends: (() => void)[];
  let runs: Promise<unknown>[];
  beforeEach(() => {
    jest.useFakeTimers();
    [ends, runs] = [[], []];
  });
  afterEach(async () => {
    // The limit counts what runs in the whole process.
    for (const end of ends) end();
    await Promise.allSettled(runs);
    jest.useRealTimers();
  });

  /** Starts an activity that runs until the function in `ends` is called. */
  function start(isLocal = true): Promise<unknown> {
    const activity = new LimitedLocalActivity({ info: { isLocal } } as Context);
    const run = activity.execute(input, () => new Promise<void>((end) => ends.push(end)));
    runs.push(run);
    // Rejections are expected where a test awaits them.
    run.catch(() => undefined);
    return run;
  }
  function startMany(count: number, isLocal?: boolean): void {
    for (let n = 0; n < count; n += 1) void start(isLocal);
  }

  it('run 30 at once, and the others in order when one ends', async () => {
    startMany(32);
    expect(ends).toHaveLength(30);
    ends[0]!();
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(31);
    await jest.advanceTimersByTimeAsync(4_900);
    ends[1]!();
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(32);
  });

  it('fail at once while those that run are slow, so that workflow tasks stay free', async () => {
    startMany(30);
    const waiting = start();
    await jest.advanceTimersByTimeAsync(5_000);
    await expect(waiting).rejects.toMatchObject({ type: 'LocalActivitiesSlow', nonRetryable: true });
    await expect(start()).rejects.toMatchObject({ type: 'LocalActivitiesSlow' });
    expect(ends).toHaveLength(30);
    // Activities have slots of their own.
    startMany(2, false);
    expect(ends).toHaveLength(32);
  });

  it('run again when a slow one ends', async () => {
    startMany(30);
    await jest.advanceTimersByTimeAsync(10_000);
    ends[0]!();
    await jest.advanceTimersByTimeAsync(0);
    void start();
    expect(ends).toHaveLength(31);
  });
});
