import type { FollowUpActivities, StepResult } from '../activities';

/** A fake of the server; see `createFakeServer`. */
export type FakeServer = ReturnType<typeof createFakeServer>;

/** Fakes the server's timing rules in memory. `enrolledDelays` are in minutes, each from the previous step. */
export function createFakeServer(start: number, enrolledDelays: number[], now: () => Promise<number>) {
  const sent: number[] = [];
  let delays = enrolledDelays;
  let dueAt = start + delays[0]! * 60_000;
  let isHeld = false;
  let isDeleted = false;
  let failure: Error = new Error('the server is unavailable');
  let heldUntil: number | null = null;
  let failures = 0;
  const calls = { claims: 0, holds: 0 };

  function state(endedAt: number): StepResult {
    if (isDeleted || sent.length >= delays.length)
      return { decision: 'finish', position: null, dueAt: null, reason: 'done', endedAt };
    return { decision: 'wait', position: sent.length, dueAt: new Date(dueAt).toISOString(), reason: null, endedAt };
  }
  function mayFail(): void {
    if (failures === 0) return;
    failures -= 1;
    throw failure;
  }
  const activities: FollowUpActivities = {
    async sendStep({ position = sent.length }) {
      mayFail();
      calls.claims += 1;
      const at = await now();
      if (isDeleted || sent.length >= delays.length || position !== sent.length || at < dueAt) return state(at);
      const isQuiet = heldUntil !== null && at < heldUntil;
      if (isHeld || isQuiet) calls.holds += 1;
      if (isQuiet)
        return {
          decision: 'hold',
          position,
          dueAt: new Date(heldUntil!).toISOString(),
          reason: 'quiet_hours',
          endedAt: at,
        };
      if (isHeld) return { decision: 'hold', position, dueAt: null, reason: 'sequence_off', endedAt: at };
      sent.push(at);
      dueAt = at + (delays[sent.length] ?? 0) * 60_000;
      return state(at);
    },
  };
  return {
    activities,
    calls,
    sends: () => sent.length,
    sentAfterMinutes: () => sent.map((at) => Math.floor((at - start) / 60_000)),
    hold: (value: boolean) => void (isHeld = value),
    remove: () => void (isDeleted = true),
    holdUntil: (at: number) => void (heldUntil = at),
    moveDue: (at: number) => void (dueAt = at),
    /** Moves the enrollment to a version with other delays, in minutes. */
    moveToVersion: (newDelays: number[]) => {
      delays = newDelays;
      dueAt = (sent.at(-1) ?? start) + (delays[sent.length] ?? 0) * 60_000;
    },
    failNext: (n: number, how = failure) => void ((failures = n), (failure = how)),
  };
}
