import { useApolloClient } from '@apollo/client/react';
import { WebhookDeliveryDocument } from '../../shared/graphql/generated';
import { useEffect, useRef } from 'react';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';

const POLL_INTERVAL_MS = 500;
/** Slightly longer than one attempt may take. */
const TIMEOUT_MS = 12_000;

/** Returns a function that polls a delivery until its next attempt has a result, and shows it as a toast. */
export function useFollowDelivery() {
  const apollo = useApolloClient();
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => void (isUnmounted.current = true);
  }, []);
  return async (id: string, attemptsBefore: number) => {
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline && !isUnmounted.current;) {
      const { data } = await apollo.query({
        query: WebhookDeliveryDocument,
        variables: { id },
        fetchPolicy: 'network-only',
      });
      const delivery = data?.webhookDelivery;
      const isFinished =
        delivery && delivery.attempts > attemptsBefore && (delivery.status !== 'pending' || delivery.reason !== null);
      if (isFinished) {
        await apollo.refetchQueries({ include: 'active' });
        const failureReason = webhookWords.reason(delivery.reason);
        return notify(
          failureReason === null
            ? webhookNotices.eventDelivered(delivery.responseCode ?? 200)
            : webhookNotices.eventNotDelivered(failureReason),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
    if (!isUnmounted.current) notify(webhookNotices.eventUnderWay);
  };
}
