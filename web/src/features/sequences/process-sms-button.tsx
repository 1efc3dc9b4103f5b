import { useMutation } from '@apollo/client/react';
import { ProcessSmsDocument } from '../../shared/graphql/generated';
import { Send } from 'lucide-react';
import { BusyButton } from '../../ui/button/busy-button';
import { notify } from '../../ui/feedback/toaster';
import { dashboardWords } from '../../messages/dashboard';
import { notices } from '../../messages/toasts';

/** Sends all due messages now. */
export function ProcessSmsButton({ clientId }: { clientId: string }) {
  const [processSms, { loading }] = useMutation(ProcessSmsDocument, {
    variables: { clientId },
    onCompleted: ({ processSms: result }) => notify(notices.smsProcessed(result.message)),
    onError: () => notify(notices.smsProcessFailed),
  });
  return (
    <BusyButton size="sm" variant="outline" colorPalette="gray" disabled={loading} onClick={() => void processSms()}>
      <Send aria-hidden="true" /> {loading ? 'Processing...' : dashboardWords.processSms}
    </BusyButton>
  );
}
