import { useMutation } from '@apollo/client/react';
import { ProcessSmsDocument } from '@dripline/contract/generated';
import { Send } from 'lucide-react';
import { BusyButton } from '../../ui/busy-button';
import { notify } from '../../ui/toaster';
import { dashboardWords } from '../../words/dashboard';
import { notices } from '../../words/notices';

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
