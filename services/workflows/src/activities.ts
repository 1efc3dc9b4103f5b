import {
  ClaimAlertDocument,
  ClaimStepDocument,
  type ClaimStepMutation,
  FollowUpDocument,
  type FollowUpQuery,
  RecordSendDocument,
  ReportTroubleDocument,
  RetryTextDocument,
  WithdrawAttemptDocument,
} from './operations/generated';
import { ApplicationFailure } from '@temporalio/common';
import type { AskDomain } from './call-graphql';
import { NotTaken, Refused, type SmsProvider, Trouble } from './provider/sms-provider';

/** Where an enrollment stands; see the GraphQL type. */
export type FollowUpState = FollowUpQuery['followUp'];
type Claim = ClaimStepMutation['claimStep'];
type ClaimedText = NonNullable<Claim['text']>;

export interface ActivityParts {
  ask: AskDomain;
  provider: SmsProvider;
}

export type Activities = ReturnType<typeof createActivities>;

/** How long after its claim a text may still be handed over; then its turn is over. */
export const TURN_MS = 8_000;
/** How often the provider is asked again whether it took a text. */
export const LOOK_AGAIN_MS = 5_000;

/** What was found is another text's. */
function ignoreTaken(error: unknown): null {
  if (error instanceof ApplicationFailure && error.type === 'CONFLICT') return null;
  throw error;
}

export function createActivities({ ask, provider }: ActivityParts) {
  async function record(
    messageId: string,
    outcome: { providerId: string } | { reason: string },
  ): Promise<FollowUpState> {
    const status = 'providerId' in outcome ? 'sent' : 'failed';
    const { recordSend } = await ask(RecordSendDocument, { outcome: { messageId, status, ...outcome } });
    return recordSend;
  }

  async function handOver({ id, to, body, attempts }: ClaimedText, until: number): Promise<FollowUpState> {
    try {
      return await record(id, await provider.send({ id, to, body }, until));
    } catch (error) {
      if (error instanceof Refused) return record(id, { reason: error.reason });
      if (!(error instanceof NotTaken || error instanceof Trouble)) throw error;
      // Where that fails the attempt is settled as one that may have arrived, but no sooner than the provider asks.
      await ask(WithdrawAttemptDocument, { messageId: id, attempts }).catch(() => false);
      return later(id, error);
    }
  }

  /** All texts wait, or this one for as long as the provider asks. */
  async function later(messageId: string, error: unknown): Promise<FollowUpState> {
    if (error instanceof Trouble)
      return (await ask(ReportTroubleDocument, { messageId, reason: error.code })).reportTrouble;
    if (!(error instanceof NotTaken)) throw error;
    throw ApplicationFailure.create({ message: error.message, type: 'NotTaken', nextRetryDelay: error.retryAfterMs });
  }

  /** Finds out what became of an attempt, and hands the text over once more only where the provider had time to show it and does not. */
  async function settle(text: ClaimedText): Promise<Claim | FollowUpState> {
    const listed = await provider
      .find(text, new Date(text.attemptedAt))
      .catch((error: unknown) => later(text.id, error));
    if (!Array.isArray(listed)) return listed;
    for (const found of listed) {
      const state = await record(text.id, found).catch(ignoreTaken);
      if (state) return state;
    }
    const wait = Date.parse(text.attemptedAt) + provider.settleMs - Date.now();
    if (wait > 0)
      throw ApplicationFailure.create({
        message: 'not known yet',
        type: 'Unsettled',
        nextRetryDelay: Math.min(wait, LOOK_AGAIN_MS),
      });
    const began = Date.now();
    const { retryText: claim } = await ask(RetryTextDocument, { messageId: text.id, attempts: text.attempts });
    return claim.decision === 'send' && claim.text ? handOver(claim.text, began + TURN_MS) : claim;
  }

  async function send(claim: Claim, began: number): Promise<FollowUpState> {
    if (claim.decision !== 'send' || !claim.text) return claim;
    return claim.text.attemptedBefore ? settle(claim.text) : handOver(claim.text, began + TURN_MS);
  }

  return {
    /** Asks where an enrollment stands. */
    async lookUpEnrollment({ enrollmentId }: { enrollmentId: string }): Promise<FollowUpState> {
      const { followUp } = await ask(FollowUpDocument, { enrollmentId });
      return followUp;
    },

    /** Sends a step if the domain still wants it sent. An attempt that may have reached the provider is looked up there first. */
    async sendStep({ enrollmentId, position }: { enrollmentId: string; position: number }): Promise<FollowUpState> {
      const began = Date.now();
      const { claimStep: claim } = await ask(ClaimStepDocument, { enrollmentId, position });
      return send(claim, began);
    },

    /** Tells a business of a new lead, in the same way. */
    async sendAlert({ leadId }: { leadId: string }): Promise<FollowUpState> {
      const began = Date.now();
      const { claimAlert: claim } = await ask(ClaimAlertDocument, { leadId });
      return send(claim, began);
    },
  };
}
