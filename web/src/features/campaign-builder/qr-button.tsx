import { Button, type ButtonProps, Text } from '@chakra-ui/react';
import { QrCode } from 'lucide-react';
import { builderMessages } from '../../messages/campaign-builder';

type Props = Pick<ButtonProps, 'hideBelow' | 'hideFrom' | 'height' | 'onClick'>;

/** Opens the campaign's QR code. */
export function QrButton(button: Props) {
  return (
    <Button variant="outline" colorPalette="gray" size="sm" aria-label={builderMessages.qrCode} {...button}>
      <QrCode aria-hidden="true" />
      <Text as="span" hideBelow="lg">
        {builderMessages.qrCode}
      </Text>
    </Button>
  );
}
