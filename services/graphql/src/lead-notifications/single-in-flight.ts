import { QueryFailedError } from 'typeorm';
import { type StepClaim, StepDecision } from '../messages/message-worker.types';

/** Unique over number and words, of alerts that the provider may have and nobody heard of yet. */
const IN_HAND = 'alerts_in_hand_key';
const WAIT_MS = 1_000;

/**
 * A claim waits while an alert in the same words to the same phone is with the provider and its answer is not known: in the
 * provider's list one could not be told from the other, and one would go twice or not at all. Texts to leads go to as many phones.
 */
export async function oneAlertInHand(claim: () => Promise<StepClaim>): Promise<StepClaim> {
  try {
    return await claim();
  } catch (error) {
    const isInHand =
      error instanceof QueryFailedError && (error.driverError as { constraint?: string }).constraint === IN_HAND;
    if (!isInHand) throw error;
    // Not all at the same moment.
    return { decision: StepDecision.wait, dueAt: new Date(Date.now() + WAIT_MS * (1 + Math.random())) };
  }
}
