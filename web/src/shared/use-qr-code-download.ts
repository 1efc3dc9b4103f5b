import { useApolloClient } from '@apollo/client/react';
import { QrCodeDocument } from './graphql/generated';
import { useState } from 'react';
import { toasts } from '../messages/toasts';
import { downloadBase64File } from './download-file';
import { showToast } from '../ui/feedback/toaster';

/** Downloads a campaign's QR code as a PNG. */
export function useQrCodeDownload(campaignId: string) {
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
      downloadBase64File(data!.campaign.qrCode);
      showToast(toasts.qrCodeDownloaded);
    } catch {
      showToast(toasts.qrCodeFailed);
    } finally {
      setBusy(false);
    }
  };
  return { download, isBusy };
}
