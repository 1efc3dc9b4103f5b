import { useApolloClient } from '@apollo/client/react';
import { WebhookDeliveryDocument } from '../../shared/graphql/generated';
import { useEffect, useRef } from 'react';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';

const LOOK_MS = 500;
/** As long as one attempt may take, and a little. */
const PATIENCE_MS = 12_000;

/** Looks for what becomes of an attempt that somebody just asked for, and tells it. */
export function useFollowDelivery() {
  const apollo = useApolloClient();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  return async (id: string, attemptsBefore: number) => {
    for (const patience = Date.now() + PATIENCE_MS; Date.now() < patience && !isGone.current;) {
      const { data } = await apollo.query({
        query: WebhookDeliveryDocument,
        variables: { id },
        fetchPolicy: 'network-only',
      });
      const delivery = data?.webhookDelivery;
      const isJudged =
        delivery && delivery.attempts > attemptsBefore && (delivery.status !== 'pending' || delivery.reason !== null);
      if (isJudged) {
        await apollo.refetchQueries({ include: 'active' });
        const why = webhookWords.reason(delivery.reason);
        return notify(
          why === null
            ? webhookNotices.eventDelivered(delivery.responseCode ?? 200)
            : webhookNotices.eventNotDelivered(why),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    if (!isGone.current) notify(webhookNotices.eventUnderWay);
  };
}
