/** A text on its way. `id` is the SMS message's and the same in every attempt. */
export interface OutgoingText {
  id: string;
  /** E.164. */
  to: string;
  body: string;
}

/** What the provider keeps of a text it took. */
export interface Acceptance {
  providerId: string;
}

/** Whoever carries the texts. */
export interface SmsProvider {
  /**
   * Hands a text over, unless `until` (a time in ms) has passed before it could begin. Throws NotTaken, Refused, Trouble or,
   * where it may or may not have been taken, Unclear.
   */
  send(text: OutgoingText, until: number): Promise<Acceptance>;
  /** What was taken since then that may be this text, the oldest first: one with the same words to the same number may be another's. Throws NotTaken or Trouble. */
  find(text: OutgoingText, since: Date): Promise<Acceptance[]>;
  /** How long after an attempt `find` may not show it yet, in ms. */
  readonly settleMs: number;
}

/** The text certainly did not reach the provider: try again. */
export class NotTaken extends Error {
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** The provider refuses this text for good. */
export class Refused extends Error {
  constructor(readonly reason: 'opted_out' | 'bad_number' | 'carrier_refused') {
    super(reason);
  }
}

/** Nobody can say whether it was taken. Its message says how the call ended and holds nothing of the text: it is kept in histories. */
export class Unclear extends Error {}

/** The provider refuses us as a whole (credentials, account or sender) or cannot be reached; nothing was taken. */
export class Trouble extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
