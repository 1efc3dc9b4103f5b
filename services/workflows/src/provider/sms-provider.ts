/** A message to send. `id` is the SmsMessage's id and the same in every attempt. */
export interface OutboundMessage {
  id: string;
  /** The recipient's phone number in E.164 format. */
  to: string;
  body: string;
  /** The Messaging Service's SID or the number that sends it, or null for the default. */
  sender: string | null;
}

/** The provider's record of a message that it accepted. */
export interface Acceptance {
  providerId: string;
}

/** An SMS provider. */
export interface SmsProvider {
  /**
   * Sends a message unless the deadline (epoch milliseconds) has passed. Throws NotSent, Rejected, ProviderUnavailable
   * or, if the provider may or may not have accepted the message, UnknownOutcome.
   */
  send(message: OutboundMessage, deadline: number): Promise<Acceptance>;
  /**
   * Returns the accepted messages since a time that may be this one, oldest first. A message with the same text to the
   * same number may be a different one. Throws NotSent or ProviderUnavailable.
   */
  find(message: OutboundMessage, since: Date): Promise<Acceptance[]>;
  /** How long it may take until `find` returns a message that was accepted, in milliseconds. */
  readonly listingDelayMs: number;
}

/** The provider certainly did not accept the message, so it is safe to retry. */
export class NotSent extends Error {
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** The provider permanently rejected the message. */
export class Rejected extends Error {
  constructor(readonly reason: 'opted_out' | 'bad_number' | 'carrier_refused') {
    super(reason);
  }
}

/**
 * It is unknown whether the provider accepted the message. The error message is stored in workflow histories, so it
 * contains nothing of the message.
 */
export class UnknownOutcome extends Error {}

/** The provider rejected the account (credentials, account or sender) or is unreachable. Nothing was accepted. */
export class ProviderUnavailable extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
