/**
 * A fault that the emulator applies to a request.
 * - `barrier`: accepts the message and responds when the barrier is released. `barrier-before`: accepts it only then.
 * - `error`: rejects the message with Twilio's error code and HTTP status. `busy`: responds with 429 and Retry-After.
 * - `latency`: accepts the message after a delay in milliseconds.
 */
export type Fault =
  | {
      kind:
        | 'reset-before-accept'
        | 'accept-then-reset'
        | 'accept-then-hang'
        | '5xx-before'
        | '5xx-after-accept'
        | 'barrier'
        | 'barrier-before';
    }
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'error'; code: number; status: number }
  | { kind: 'latency'; ms: number };

/** How the emulator responds until this is changed. */
export interface Behaviour {
  /**
   * Each fault applies to the next `times` messages: to one number with `to`, from one sender
   * (SID or number) with `from`, or only to the first message of each
   * number with `isOncePerNumber`. The first matching fault in the list applies.
   */
  faults: { fault: Fault; times: number; to?: string; from?: string; isOncePerNumber?: boolean }[];
  /** Whether all API requests get a 503 response. */
  isDown: boolean;
  /** Time in milliseconds until a message appears in the list. */
  listLagMs: number;
  /** Receipts for each accepted message, in order, such as `sent` or `undelivered:30006`. */
  receipts: string[];
  /** Time in milliseconds from a message to its first receipt. By default they arrive as early as possible. */
  receiptDelayMs: number;
}

export const defaultBehaviour = (): Behaviour => ({
  faults: [],
  isDown: false,
  listLagMs: 0,
  receipts: ['sent', 'delivered'],
  receiptDelayMs: 0,
});

/** Returns the fault for the next message to this number from this sender and counts it as used. */
export function nextFault(
  { faults }: Behaviour,
  { number, sender, isFirst }: { number: string; sender: string; isFirst: boolean },
): Fault | undefined {
  const index = faults.findIndex(
    ({ to, from, isOncePerNumber }) =>
      [undefined, number].includes(to) && [undefined, sender].includes(from) && (!isOncePerNumber || isFirst),
  );
  const match = faults[index];
  if (!match) return undefined;
  match.times -= 1;
  if (match.times <= 0) faults.splice(index, 1);
  return match.fault;
}
