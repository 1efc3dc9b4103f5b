import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header that carries a request's id between services. */
export const REQUEST_ID_HEADER = 'x-request-id';

// Safe in logs and headers, whoever chose it.
const validId = /^[\w.:-]{8,128}$/;

const current = new AsyncLocalStorage<string>();

/** Runs a request handler with the request id that the caller sent, or a new one. */
export function withRequestId<Result>(callerId: string | string[] | undefined, run: (id: string) => Result): Result {
  const id = typeof callerId === 'string' && validId.test(callerId) ? callerId : randomUUID();
  return current.run(id, () => run(id));
}

/** Returns the current request's id as log fields. */
export function requestIdFields(): { requestId?: string } {
  const requestId = current.getStore();
  return requestId === undefined ? {} : { requestId };
}

/** Returns the current request's id as headers for a call to another service. */
export function requestIdHeader(): Record<string, string> {
  const id = current.getStore();
  return id === undefined ? {} : { [REQUEST_ID_HEADER]: id };
}
