import { Button, type ButtonProps, Text } from '@chakra-ui/react';
import { ExternalLink, Eye } from 'lucide-react';
import { sharedWords } from '../../../messages/shared';

interface Props extends Pick<ButtonProps, 'hideBelow' | 'hideFrom' | 'height'> {
  /** The page to look at; a campaign that was never saved has none. */
  landingUrl?: string | undefined;
  onPreview?: () => void;
}

/** Opens the page itself; for a campaign that has none yet, the preview alone. */
export function PreviewButton({ landingUrl, onPreview, ...place }: Props) {
  const style = {
    variant: 'outline',
    colorPalette: 'gray',
    size: 'sm',
    'aria-label': sharedWords.preview,
    ...place,
  } as const;
  const words = (
    <Text as="span" hideBelow="lg">
      {sharedWords.preview}
    </Text>
  );
  if (!landingUrl) {
    return (
      <Button type="button" {...style} onClick={onPreview}>
        <Eye aria-hidden="true" />
        {words}
      </Button>
    );
  }
  return (
    <Button asChild {...style}>
      <a href={landingUrl} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" />
        {words}
      </a>
    </Button>
  );
}
