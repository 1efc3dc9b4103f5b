import { QueryFailedError } from 'typeorm';
import { type SendClaim, SendDecision } from '../messages/message-worker.types';

/** Unique index on recipient and body of lead notifications that are in flight: claimed, with no recorded outcome. */
const IN_FLIGHT_INDEX = 'lead_notifications_in_flight_key';
const RETRY_DELAY_MS = 1_000;

/**
 * Runs a claim, which waits while a lead notification with the same recipient and body is in flight.
 * Two of them could not be told apart in the provider's message list, so one could be sent twice or not at all.
 * Messages to leads need no such lock, because their recipients differ.
 */
export async function singleInFlight(claim: () => Promise<SendClaim>): Promise<SendClaim> {
  try {
    return await claim();
  } catch (error) {
    const isInFlight =
      error instanceof QueryFailedError &&
      (error.driverError as { constraint?: string }).constraint === IN_FLIGHT_INDEX;
    if (!isInFlight) throw error;
    // Jitter, so that waiting workers do not all retry at the same moment.
    return { decision: SendDecision.wait, dueAt: new Date(Date.now() + RETRY_DELAY_MS * (1 + Math.random())) };
  }
}
