import { useMutation } from '@apollo/client/react';
import { SendTestMessageDocument } from '../../../shared/graphql/generated';
import { Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { errorMessageOf } from '../../../shared/api-error';
import { useReadOnly } from '../../../shared/dashboard-access';
import { newIdempotencyKey } from '../../../shared/idempotency-key';
import { BusyButton } from '../../../ui/button/busy-button';
import { showToast } from '../../../ui/feedback/toaster';
import { toasts } from '../../../messages/toasts';

interface SendTestButtonProps {
  clientId: string;
  campaignId: string;
  message: string;
  /** The message's index, starting at 0. */
  position: number;
}

/** Sends one message to the client's notification phone and shows the result. */
export function SendTestMessageButton({ clientId, campaignId, message, position }: SendTestButtonProps) {
  // The key is kept until there is a response, so that a retry after a network error does not send a second message.
  const key = useRef(newIdempotencyKey());
  const [sendTest, { loading }] = useMutation(SendTestMessageDocument, {
    onCompleted: ({ sendTestMessage: { status, outcome } }) => {
      key.current = newIdempotencyKey();
      showToast(
        status === 'sent'
          ? toasts.testSent(outcome)
          : status === 'failed'
            ? toasts.testFailed(outcome)
            : toasts.testPending(outcome),
      );
    },
    onError: (error) => showToast(toasts.testFailed(errorMessageOf(error))),
  });
  if (useReadOnly()) return null;
  return (
    <BusyButton
      size="xs"
      height={{ base: '11', md: '7' }}
      variant="outline"
      colorPalette="gray"
      disabled={loading}
      aria-label={`Send test of message ${position + 1}`}
      onClick={() =>
        void sendTest({
          variables: { clientId, input: { campaignId, message, isFirstMessage: position === 0, key: key.current } },
        })
      }
    >
      <Smartphone aria-hidden="true" /> {loading ? 'Sending...' : 'Send test'}
    </BusyButton>
  );
}
