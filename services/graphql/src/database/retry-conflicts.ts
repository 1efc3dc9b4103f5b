import { setTimeout as delay } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';

/** The error code of a deadlock, which Postgres ends by rolling back one of the transactions. */
export const DEADLOCK = '40P01';
/** A deadlock, a lock or statement timeout, a serialization failure, and a reference to a row deleted meanwhile. */
const conflicts = [DEADLOCK, '55P03', '57014', '40001', '23503'];
const ATTEMPTS = 5;
const DELAY_MS = 100;

/** Runs a transaction again, up to five times, if it failed with one of the codes because of what others do meanwhile. */
export async function retryConflicts<Result>(run: () => Promise<Result>, codes = conflicts): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run();
    } catch (error) {
      const { code = '' } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
      if (attempt === ATTEMPTS || !codes.includes(code)) throw error;
      await delay(DELAY_MS * attempt);
    }
}
