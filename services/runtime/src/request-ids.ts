import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header by which one request is known to every service that it passes. */
export const REQUEST_ID_HEADER = 'x-request-id';

// What a log and a header can bear, whoever made it up.
const sound = /^[\w.:-]{8,128}$/;

const current = new AsyncLocalStorage<string>();

/** Runs what answers a request under the id that the caller gave it, or a new one. */
export function underRequestId<Result>(given: string | string[] | undefined, run: (id: string) => Result): Result {
  const id = typeof given === 'string' && sound.test(given) ? given : randomUUID();
  return current.run(id, () => run(id));
}

/** The id of the request that is being answered, as a log has it. */
export function requestIds(): { requestId?: string } {
  const requestId = current.getStore();
  return requestId === undefined ? {} : { requestId };
}

/** The same for a call to another service. */
export function requestIdHeader(): Record<string, string> {
  const id = current.getStore();
  return id === undefined ? {} : { [REQUEST_ID_HEADER]: id };
}
