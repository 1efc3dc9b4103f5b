import { useApolloClient } from '@apollo/client/react';
import { Button, type ButtonProps } from '@chakra-ui/react';
import { QrCodeDocument } from '@dripline/contract/generated';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { notices } from '../../notices';
import { saveFile } from '../../ui/save-file';
import { notify } from '../../ui/toaster';

/** Saves a campaign's QR code as a picture to print. */
export function QrCodeButton({ campaignId, ...button }: { campaignId: string } & ButtonProps) {
  const apollo = useApolloClient();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await apollo.query({ query: QrCodeDocument, variables: { campaignId }, fetchPolicy: 'no-cache' });
      if (data) saveFile(data.qrCode);
      notify(notices.qrCodeDownloaded);
    } catch {
      notify(notices.qrCodeFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...button} loading={busy} loadingText="Download QR code" onClick={() => void download()}>
      <QrCode aria-hidden="true" /> Download QR code
    </Button>
  );
}
