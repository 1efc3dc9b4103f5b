import { fail } from '../../api/errors';
import { log } from '../../telemetry/log';

/** Maximum duration of a call to a bucket, with its retries, until the bucket responds. */
export const CALL_TIMEOUT_MS = 10_000;

/** Returns the error of a store that cannot be reached. */
// Logs only the code, because the messages of the stores' libraries contain signed URLs.
export function unavailable(code: unknown) {
  log.error({ code }, 'object storage request failed');
  return fail('UNAVAILABLE', 'File storage is unavailable right now. Please try again.', { retryAfter: 2 });
}
