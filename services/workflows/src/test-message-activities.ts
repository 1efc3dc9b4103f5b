import { ClaimTestTextDocument, RecordTestTextDocument } from './operations/generated';
import { ApplicationFailure } from '@temporalio/common';
import { type ActivityParts, LOOK_AGAIN_MS, TURN_MS } from './activities';
import { NotTaken, Refused, Trouble } from './provider/sms-provider';

export type TestTextActivities = ReturnType<typeof createTestTextActivities>;

type Outcome = { providerId: string } | { reason: string };

/** Somebody waits for the answer: what certainly did not go is not tried again, and what may have gone is only looked for. */
export function createTestTextActivities({ ask, provider }: ActivityParts) {
  async function record(messageId: string, outcome: Outcome): Promise<boolean> {
    const status = 'providerId' in outcome ? 'sent' : 'failed';
    return (await ask(RecordTestTextDocument, { outcome: { messageId, status, ...outcome } })).recordTestText;
  }

  return {
    /** Hands a test text over, or finds out what became of it. */
    async sendTestText({ textId }: { textId: string }): Promise<void> {
      const began = Date.now();
      const { claimTestText: text } = await ask(ClaimTestTextDocument, { id: textId });
      if (!text) return;
      if (!text.attemptedBefore) {
        const outcome: Outcome = await provider.send(text, began + TURN_MS).catch(reasonOf);
        await record(text.id, outcome);
        return;
      }
      const attemptedAt = new Date(text.attemptedAt);
      for (const found of await provider.find(text, attemptedAt)) if (await record(text.id, found)) return;
      const wait = attemptedAt.getTime() + provider.settleMs - Date.now();
      if (wait > 0)
        throw ApplicationFailure.create({
          message: 'not known yet',
          type: 'Unsettled',
          nextRetryDelay: Math.min(wait, LOOK_AGAIN_MS),
        });
      await record(text.id, { reason: 'unknown' });
    },
  };
}

function reasonOf(error: unknown): { reason: string } {
  if (error instanceof Refused) return { reason: error.reason };
  if (error instanceof Trouble) return { reason: 'provider_trouble' };
  if (error instanceof NotTaken) return { reason: 'not_reachable' };
  throw error;
}
