import { ClaimDeliveryDocument, RecordDeliveryDocument } from './operations/generated';
import type { AskDomain } from './call-graphql';
import { postWebhook } from './post-webhook';

export interface WebhookParts {
  ask: AskDomain;
  /** For development: addresses that are not on the internet are posted to as well. */
  allowPrivate: boolean;
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

export function createWebhookActivities({ ask, allowPrivate }: WebhookParts) {
  return {
    /** Posts an event if the domain still wants it posted, and says what came of it. Answers when to look again; null where it is over. */
    async deliver({ deliveryId }: { deliveryId: string }): Promise<{ dueAt: string | null }> {
      const { claimDelivery: claim } = await ask(ClaimDeliveryDocument, { id: deliveryId });
      if (!claim.request) return { dueAt: claim.dueAt };
      const { attempt, ...request } = claim.request;
      const outcome = await postWebhook(request, allowPrivate);
      const { recordDelivery } = await ask(RecordDeliveryDocument, { outcome: { deliveryId, attempt, ...outcome } });
      return { dueAt: recordDelivery.dueAt };
    },
  };
}
