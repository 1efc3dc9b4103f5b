import type { ButtonProps } from '@chakra-ui/react';
import { QrCode } from 'lucide-react';
import { BusyButton } from '../../ui/button/busy-button';
import { useQrCodeDownload } from '../../shared/use-qr-code-download';
import { dashboardMessages } from '../../messages/dashboard';

/** Downloads a campaign's QR code as a PNG. */
export function DownloadQrCodeButton({ campaignId, ...button }: { campaignId: string } & ButtonProps) {
  const { download, isBusy } = useQrCodeDownload(campaignId);
  return (
    <BusyButton
      {...button}
      loading={isBusy}
      loadingText={dashboardMessages.downloadQrCode}
      onClick={() => void download()}
    >
      <QrCode aria-hidden="true" /> {dashboardMessages.downloadQrCode}
    </BusyButton>
  );
}
