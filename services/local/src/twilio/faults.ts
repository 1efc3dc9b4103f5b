/**
 * What the stand-in does to a request instead of simply taking it.
 * `barrier` takes it and answers only when released; `error` refuses with Twilio's code and status; `latency` is late.
 */
export type Fault =
  | { kind: 'reset-before-accept' | 'accept-then-reset' | 'accept-then-hang' | '5xx-before' | '5xx-after-accept' | 'barrier' }
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'error'; code: number; status: number }
  | { kind: 'latency'; ms: number };

/** How the stand-in behaves until told otherwise. */
export interface Behaviour {
  /** For the next so many texts each; the first of the list that is left applies. */
  faults: { fault: Fault; times: number }[];
  /** How long the list does not yet show a text. */
  listLagMs: number;
  /** Receipts after a text was taken, in this order; empty for none. */
  receipts: string[];
}

export const plain = (): Behaviour => ({ faults: [], listLagMs: 0, receipts: ['sent', 'delivered'] });

/** The fault that falls on the next text, used up by it. */
export function nextFault({ faults }: Behaviour): Fault | undefined {
  const first = faults[0];
  if (!first) return undefined;
  first.times -= 1;
  if (first.times <= 0) faults.shift();
  return first.fault;
}
