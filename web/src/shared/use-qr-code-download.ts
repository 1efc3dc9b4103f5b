import { useApolloClient } from '@apollo/client/react';
import { QrCodeDocument } from './graphql/generated';
import { useState } from 'react';
import { notices } from '../messages/toasts';
import { saveFile } from './download-file';
import { notify } from '../ui/feedback/toaster';

/** Downloads a campaign's QR code as a PNG. */
export function useQrDownload(campaignId: string) {
  const apollo = useApolloClient();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await apollo.query({
        query: QrCodeDocument,
        variables: { campaignId },
        fetchPolicy: 'no-cache',
      });
      saveFile(data!.qrCode);
      notify(notices.qrCodeDownloaded);
    } catch {
      notify(notices.qrCodeFailed);
    } finally {
      setBusy(false);
    }
  };
  return { download, isBusy };
}
