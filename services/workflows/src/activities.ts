import {
  ClaimLeadNotificationDocument,
  ClaimStepDocument,
  type ClaimStepMutation,
  RecordSendResultDocument,
  type RecordSendResultMutation,
  ReportProviderOutageDocument,
  ClaimRetryDocument,
  CancelSendAttemptDocument,
} from './operations/generated';
import { ApplicationFailure } from '@temporalio/common';
import type { GraphqlClient } from './graphql-client';
import { NotSent, Rejected, type SmsProvider, ProviderUnavailable, UnknownOutcome } from './provider/sms-provider';

/** The state of an enrollment; see the GraphQL type. */
export type EnrollmentState = RecordSendResultMutation['recordSendResult'];
type Claim = ClaimStepMutation['claimStep'];
type ClaimedMessage = NonNullable<Claim['message']>;

/** The dependencies of the message activities. */
export interface ActivityDependencies {
  graphql: GraphqlClient;
  provider: SmsProvider;
}

/** The activities of the follow-up workflow. */
export type FollowUpActivities = ReturnType<typeof createActivities>['followUp'];
/** The activities of the lead notification workflow. */
export type LeadNotificationActivities = ReturnType<typeof createActivities>['leadNotification'];

/** Which step of an enrollment to send. */
export interface StepInput {
  enrollmentId: string;
  /** The step that the workflow waited for. Without it, whichever is next. */
  position?: number;
  /** When that step was due. */
  dueAt?: string | null;
}

/** What the workflow does next. */
export interface StepResult extends EnrollmentState {
  /**
   * The worker's time when the activity ended, in epoch milliseconds. The workflow's own time stands still during a
   * local activity.
   */
  endedAt?: number;
}

/** How long after its claim a message may be sent, in milliseconds. */
export const SEND_DEADLINE_MS = 8_000;
/** How long a workflow waits at least for a step that is not due, in milliseconds. */
const MIN_WAIT_MS = 1_000;
/** The poll interval for messages with an unknown outcome, in milliseconds. */
export const POLL_INTERVAL_MS = 5_000;

/** Returns null if the provider's id already belongs to another message. */
function ignoreConflict(error: unknown): null {
  if (error instanceof ApplicationFailure && error.type === 'CONFLICT') return null;
  throw error;
}

const isUnknownOutcome = (error: unknown): boolean =>
  error instanceof UnknownOutcome || (error instanceof ApplicationFailure && error.type === 'UnknownOutcome');

/** Creates the activities that send messages. */
export function createActivities({ graphql, provider }: ActivityDependencies) {
  async function record(
    messageId: string,
    outcome: { providerId: string } | { reason: string },
  ): Promise<EnrollmentState> {
    const status = 'providerId' in outcome ? 'sent' : 'failed';
    const { recordSendResult } = await graphql(RecordSendResultDocument, {
      outcome: { messageId, status, ...outcome },
    });
    return recordSendResult;
  }

  async function sendMessage({ attempts, ...message }: ClaimedMessage, deadline: number): Promise<EnrollmentState> {
    const { id } = message;
    try {
      return await record(id, await provider.send(message, deadline));
    } catch (error) {
      if (error instanceof Rejected) return record(id, { reason: error.reason });
      if (!(error instanceof NotSent || error instanceof ProviderUnavailable)) throw error;
      // If cancelling fails, the attempt is resolved as one with an unknown outcome, after the delay that the provider
      // asks for.
      await graphql(CancelSendAttemptDocument, { messageId: id, attempts }).catch(() => false);
      return retryLater(id, error);
    }
  }

  /** Opens the circuit breaker, or delays this message by the time that the provider asks for. */
  async function retryLater(messageId: string, error: unknown): Promise<EnrollmentState> {
    if (error instanceof ProviderUnavailable)
      return (await graphql(ReportProviderOutageDocument, { messageId, reason: error.code })).reportProviderOutage;
    if (!(error instanceof NotSent)) throw error;
    const { message, retryAfterMs } = error;
    throw ApplicationFailure.create({
      message,
      type: 'NotSent',
      nextRetryDelay: retryAfterMs,
      details: [retryAfterMs],
    });
  }

  /**
   * Looks up an attempt with an unknown outcome at the provider. The message is sent again only if the provider
   * still does not list it after `listingDelayMs`.
   */
  async function resolveUnknownOutcome(message: ClaimedMessage): Promise<Claim | EnrollmentState> {
    const candidates = await provider
      .find(message, new Date(message.attemptedAt))
      .catch((error: unknown) => retryLater(message.id, error));
    if (!Array.isArray(candidates)) return candidates;
    for (const candidate of candidates) {
      const state = await record(message.id, candidate).catch(ignoreConflict);
      if (state) return state;
    }
    const remaining = Date.parse(message.attemptedAt) + provider.listingDelayMs - Date.now();
    if (remaining > 0)
      throw ApplicationFailure.create({
        message: 'The outcome is not known yet',
        type: 'UnknownOutcome',
        nextRetryDelay: Math.min(remaining, POLL_INTERVAL_MS),
      });
    const claimedAt = Date.now();
    const { claimRetry: claim } = await graphql(ClaimRetryDocument, {
      messageId: message.id,
      attempts: message.attempts,
    });
    return claim.decision === 'send' && claim.message
      ? sendMessage(claim.message, claimedAt + SEND_DEADLINE_MS)
      : claim;
  }

  async function send(claim: Claim, claimedAt: number): Promise<EnrollmentState> {
    const { message, isProbe } = claim;
    if (claim.decision !== 'send' || !message) return claim;
    const attempt = message.attemptedBefore
      ? resolveUnknownOutcome(message)
      : sendMessage(message, claimedAt + SEND_DEADLINE_MS);
    if (!isProbe) return attempt;
    // The other messages do not wait until this one's outcome is known.
    return attempt.catch((error: unknown) => {
      if (!isUnknownOutcome(error)) throw error;
      return retryLater(message.id, new ProviderUnavailable('unreachable'));
    });
  }

  const followUp = {
    /**
     * Sends the next step if it is due and the server approves it. An earlier attempt with an unknown outcome is looked
     * up at the provider first.
     */
    async sendStep({ enrollmentId, position }: StepInput): Promise<StepResult> {
      const claimedAt = Date.now();
      const { claimStep: claim } = await graphql(ClaimStepDocument, { enrollmentId, position });
      const state = await send(claim, claimedAt);
      // By the server's clock, which may be behind this one, the step is not due yet. Asking again at once is no use.
      const isEarly = state.decision === 'wait' && state.position === position;
      return { ...state, endedAt: isEarly ? Date.parse(state.dueAt!) - MIN_WAIT_MS : Date.now() };
    },
  };
  const leadNotification = {
    /** Sends the notification of a new lead to the business, in the same way as a step. */
    async sendLeadNotification({ leadId }: { leadId: string }): Promise<EnrollmentState> {
      const claimedAt = Date.now();
      const { claimLeadNotification: claim } = await graphql(ClaimLeadNotificationDocument, { leadId });
      return send(claim, claimedAt);
    },
  };
  return { followUp, leadNotification };
}
