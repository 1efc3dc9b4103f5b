import { useMutation } from '@apollo/client/react';
import { SendTestTextDocument } from '../../../shared/graphql/generated';
import { Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '../../../shared/api-error';
import { newKey } from '../../../shared/idempotency-key';
import { BusyButton } from '../../../ui/button/busy-button';
import { notify } from '../../../ui/feedback/toaster';
import { notices } from '../../../messages/toasts';

interface SendTestButtonProps {
  clientId: string;
  campaignId: string;
  message: string;
  /** The message's index, starting at 0. */
  position: number;
}

/** Sends one message to the client's notification phone and shows the result. */
export function SendTestButton({ clientId, campaignId, message, position }: SendTestButtonProps) {
  // The key is kept until there is a response, so that a retry after a network error does not send a second message.
  const key = useRef(newKey());
  const [sendTest, { loading }] = useMutation(SendTestTextDocument, {
    onCompleted: ({ sendTestText: { status, words } }) => {
      key.current = newKey();
      notify(
        status === 'sent'
          ? notices.testSent(words)
          : status === 'failed'
            ? notices.testFailed(words)
            : notices.testUnderWay(words),
      );
    },
    onError: (error) => notify(notices.testFailed(messageOf(error))),
  });
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
          variables: { clientId, input: { campaignId, message, isFirst: position === 0, key: key.current } },
        })
      }
    >
      <Smartphone aria-hidden="true" /> {loading ? 'Sending...' : 'Send test'}
    </BusyButton>
  );
}
