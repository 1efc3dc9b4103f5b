/**
 * What the stand-in does to a request instead of simply taking it.
 * `barrier` takes it and answers only when released, `barrier-before` takes it only then; `error` refuses with Twilio's code and status; `latency` is late.
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

/** How the stand-in behaves until told otherwise. */
export interface Behaviour {
  /** For the next so many texts each, of those to one number, or of the first to each number; the first of the list that is left applies. */
  faults: { fault: Fault; times: number; to?: string; isOncePerNumber?: boolean }[];
  /** Whether every call is answered with 503. */
  isDown: boolean;
  /** How long the list does not yet show a text. */
  listLagMs: number;
  /** Receipts after a text was taken, in this order, such as `sent` or `undelivered:30006`; empty for none. */
  receipts: string[];
}

export const plain = (): Behaviour => ({ faults: [], isDown: false, listLagMs: 0, receipts: ['sent', 'delivered'] });

/** The fault that falls on the next text to this number, used up by it. */
export function nextFault({ faults }: Behaviour, number: string, isFirst: boolean): Fault | undefined {
  const at = faults.findIndex(
    ({ to, isOncePerNumber }) => (to === undefined || to === number) && (!isOncePerNumber || isFirst),
  );
  const found = faults[at];
  if (!found) return undefined;
  found.times -= 1;
  if (found.times <= 0) faults.splice(at, 1);
  return found.fault;
}
