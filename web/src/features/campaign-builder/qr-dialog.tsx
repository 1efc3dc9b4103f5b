import { useQuery } from '@apollo/client/react';
import { Button, Center, HStack, Image, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type CampaignFieldsFragment, QrCodeDocument } from '../../shared/graphql/generated';
import { Copy, Download } from 'lucide-react';
import { BusyButton } from '../../ui/button/busy-button';
import { copyLandingUrl } from '../../shared/clipboard/copy-landing-url';
import { LoadError } from '../../ui/feedback/load-error';
import { retry } from '../../shared/retry';
import { downloadBase64File } from '../../shared/download-file';
import { showToast } from '../../ui/feedback/toaster';
import { useQrCodeDownload } from '../../shared/use-qr-code-download';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { builderMessages } from '../../messages/campaign-builder';
import { toasts } from '../../messages/toasts';

interface Props {
  campaign: Pick<CampaignFieldsFragment, 'id' | 'landingUrl'>;
  onClose: () => void;
}

const SIDE = '240px';

/** Shows the campaign's QR code and downloads it as PNG or SVG. */
export function QrDialog({ campaign: { id, landingUrl }, onClose }: Props) {
  const { data, error, refetch } = useQuery(QrCodeDocument, {
    variables: { campaignId: id, format: 'svg' },
    fetchPolicy: 'no-cache',
  });
  const { download, isBusy } = useQrCodeDownload(id);
  const svg = data?.campaign.qrCode;
  const downloadSvg = () => {
    if (!svg) return;
    downloadBase64File(svg);
    showToast(toasts.qrCodeDownloaded);
  };
  const secondaryButton = {
    size: 'sm',
    variant: 'outline',
    colorPalette: 'gray',
    height: { base: '11', md: '9' },
  } as const;
  return (
    <ViewDialog title={builderMessages.qrCode} onClose={onClose}>
      {error && !svg ? (
        <LoadError subject="the QR code" onRetry={() => retry(refetch())} />
      ) : (
        <Stack gap="5" align="center" paddingBottom="2">
          <Center padding="4" bg="white" borderWidth="1px" borderRadius="l3">
            {svg ? (
              <Image
                src={`data:${svg.mimeType};base64,${svg.content}`}
                alt={`QR code that opens ${landingUrl}`}
                boxSize={SIDE}
              />
            ) : (
              <Skeleton boxSize={SIDE} />
            )}
          </Center>
          <Text textStyle="sm" color="fg.muted" textAlign="center" overflowWrap="anywhere">
            {landingUrl}
          </Text>
          <HStack gap="2" flexWrap="wrap" justify="center">
            <BusyButton
              size="sm"
              height={{ base: '11', md: '9' }}
              loading={isBusy}
              loadingText="Download PNG"
              onClick={() => void download()}
            >
              <Download aria-hidden="true" /> Download PNG
            </BusyButton>
            <Button {...secondaryButton} disabled={!svg} onClick={downloadSvg}>
              <Download aria-hidden="true" /> Download SVG
            </Button>
            <Button {...secondaryButton} onClick={() => void copyLandingUrl(landingUrl)}>
              <Copy aria-hidden="true" /> {builderMessages.copyUrl}
            </Button>
          </HStack>
        </Stack>
      )}
    </ViewDialog>
  );
}
