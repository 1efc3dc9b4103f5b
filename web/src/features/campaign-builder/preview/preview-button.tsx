import { Button, type ButtonProps, Text } from '@chakra-ui/react';
import { ExternalLink, Eye } from 'lucide-react';
import { sharedMessages } from '../../../messages/shared';

interface Props extends Pick<ButtonProps, 'hideBelow' | 'hideFrom' | 'height'> {
  /** The landing page's URL. A campaign that has not been saved has none. */
  landingUrl?: string | undefined;
  onPreview?: () => void;
}

/** Opens the landing page in a new tab, or the preview dialog when the campaign has no URL yet. */
export function PreviewButton({ landingUrl, onPreview, ...place }: Props) {
  const style = {
    variant: 'outline',
    colorPalette: 'gray',
    size: 'sm',
    'aria-label': sharedMessages.preview,
    ...place,
  } as const;
  const label = (
    <Text as="span" hideBelow="lg">
      {sharedMessages.preview}
    </Text>
  );
  if (!landingUrl) {
    return (
      <Button type="button" {...style} onClick={onPreview}>
        <Eye aria-hidden="true" />
        {label}
      </Button>
    );
  }
  return (
    <Button asChild {...style}>
      <a href={landingUrl} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" />
        {label}
      </a>
    </Button>
  );
}
