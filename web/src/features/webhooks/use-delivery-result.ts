import { useApolloClient } from '@apollo/client/react';
import { WebhookDeliveriesDocument, WebhookDeliveryDocument, WebhooksDocument } from '../../shared/graphql/generated';
import { useEffect, useRef } from 'react';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';

const POLL_INTERVAL_MS = 500;
/** Slightly longer than one attempt may take. */
const TIMEOUT_MS = 12_000;

/** Returns a function that polls a delivery until its next attempt has a result, and shows it as a toast. */
export function useDeliveryResult() {
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
        await apollo.refetchQueries({ include: [WebhooksDocument, WebhookDeliveriesDocument] });
        const failureReason = webhookMessages.reason(delivery.reason);
        return showToast(
          failureReason === null
            ? webhookToasts.eventDelivered(delivery.responseCode ?? 200)
            : webhookToasts.eventNotDelivered(failureReason),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
    if (!isUnmounted.current) showToast(webhookToasts.eventPending);
  };
}
