import type { ButtonProps } from '@chakra-ui/react';
import { QrCode } from 'lucide-react';
import { BusyButton } from '../../ui/button/busy-button';
import { useQrDownload } from '../../shared/use-qr-code-download';
import { dashboardWords } from '../../messages/dashboard';

/** Downloads a campaign's QR code as a PNG. */
export function QrCodeButton({ campaignId, ...button }: { campaignId: string } & ButtonProps) {
  const { download, isBusy } = useQrDownload(campaignId);
  return (
    <BusyButton
      {...button}
      loading={isBusy}
      loadingText={dashboardWords.downloadQrCode}
      onClick={() => void download()}
    >
      <QrCode aria-hidden="true" /> {dashboardWords.downloadQrCode}
    </BusyButton>
  );
}
