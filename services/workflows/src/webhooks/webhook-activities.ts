import { ClaimDeliveryDocument, RecordDeliveryDocument } from '../operations/generated';
import type { GraphqlClient } from '../graphql-client';
import { postWebhook } from './post-webhook';

/** The dependencies of the webhook activities. */
export interface WebhookActivityDependencies {
  graphql: GraphqlClient;
  /** Development only: allows webhooks at private addresses. */
  allowPrivate: boolean;
}

/** The activities of the webhook delivery workflow. */
export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** Creates the activities that post events to webhooks. */
export function createWebhookActivities({ graphql, allowPrivate }: WebhookActivityDependencies) {
  return {
    /**
     * Posts an event if the server still approves it, and records the result. Returns when to check again, or null if
     * the delivery is finished.
     */
    async deliver({ deliveryId }: { deliveryId: string }): Promise<{ dueAt: string | null }> {
      const { claimDelivery: claim } = await graphql(ClaimDeliveryDocument, { id: deliveryId });
      if (!claim.request) return { dueAt: claim.dueAt };
      const { attempt, ...request } = claim.request;
      const outcome = await postWebhook(request, allowPrivate);
      const { recordDelivery } = await graphql(RecordDeliveryDocument, {
        outcome: { deliveryId, attempt, ...outcome },
      });
      return { dueAt: recordDelivery.dueAt };
    },
  };
}
