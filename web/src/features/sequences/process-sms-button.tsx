import { useMutation } from '@apollo/client/react';
import { ProcessSmsDocument } from '../../shared/graphql/generated';
import { Send } from 'lucide-react';
import { BusyButton } from '../../ui/button/busy-button';
import { showToast } from '../../ui/feedback/toaster';
import { dashboardMessages } from '../../messages/dashboard';
import { toasts } from '../../messages/toasts';

/** Sends all due messages now. */
export function ProcessSmsButton({ clientId }: { clientId: string }) {
  const [processSms, { loading }] = useMutation(ProcessSmsDocument, {
    variables: { clientId },
    onCompleted: ({ processSms: result }) => showToast(toasts.smsProcessed(result.message)),
    onError: () => showToast(toasts.smsProcessFailed),
  });
  return (
    <BusyButton size="sm" variant="outline" colorPalette="gray" disabled={loading} onClick={() => void processSms()}>
      <Send aria-hidden="true" /> {loading ? 'Processing...' : dashboardMessages.processSms}
    </BusyButton>
  );
}
