import { ClaimTestMessageDocument, RecordTestMessageDocument } from './operations/generated';
import { ApplicationFailure } from '@temporalio/common';
import { type ActivityDependencies, POLL_INTERVAL_MS, SEND_DEADLINE_MS } from './activities';
import { NotSent, Rejected, ProviderUnavailable } from './provider/sms-provider';

/** The activities of the test message workflow. */
export type TestMessageActivities = ReturnType<typeof createTestMessageActivities>;

type Outcome = { providerId: string } | { reason: string };

/**
 * Creates the activities that send test messages. A user waits for the result, so a message is sent at most once and a
 * failure is not retried.
 */
export function createTestMessageActivities({ graphql, provider }: ActivityDependencies) {
  async function record(messageId: string, outcome: Outcome): Promise<boolean> {
    const status = 'providerId' in outcome ? 'sent' : 'failed';
    return (await graphql(RecordTestMessageDocument, { outcome: { messageId, status, ...outcome } })).recordTestMessage;
  }

  return {
    /** Sends a test message, or looks up the outcome of an earlier attempt. */
    async sendTestMessage({ messageId }: { messageId: string }): Promise<void> {
      const claimedAt = Date.now();
      const { claimTestMessage: message } = await graphql(ClaimTestMessageDocument, { id: messageId });
      if (!message) return;
      if (!message.attemptedBefore) {
        const outcome: Outcome = await provider.send(message, claimedAt + SEND_DEADLINE_MS).catch(reasonOf);
        await record(message.id, outcome);
        return;
      }
      const attemptedAt = new Date(message.attemptedAt);
      for (const candidate of await provider.find(message, attemptedAt))
        if (await record(message.id, candidate)) return;
      const remaining = attemptedAt.getTime() + provider.listingDelayMs - Date.now();
      if (remaining > 0)
        throw ApplicationFailure.create({
          message: 'The outcome is not known yet',
          type: 'UnknownOutcome',
          nextRetryDelay: Math.min(remaining, POLL_INTERVAL_MS),
        });
      await record(message.id, { reason: 'unknown' });
    },
  };
}

function reasonOf(error: unknown): { reason: string } {
  if (error instanceof Rejected) return { reason: error.reason };
  if (error instanceof ProviderUnavailable) return { reason: 'provider_unavailable' };
  if (error instanceof NotSent) return { reason: 'not_reachable' };
  throw error;
}
