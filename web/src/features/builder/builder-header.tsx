import { Button, Flex, Heading, HStack, Text } from '@chakra-ui/react';
import { ArrowLeft, ExternalLink, Eye } from 'lucide-react';
import { LinkButton } from '../../ui/link-button';

interface Props {
  title: string;
  backTo: string;
  /** The page to look at; a campaign that was never saved has none. */
  landingUrl?: string;
  isDirty: boolean;
  isSaving: boolean;
  onPreview: () => void;
}

/** What is edited, and the three things to do about it. */
export function BuilderHeader({ title, backTo, landingUrl, isDirty, isSaving, onPreview }: Props) {
  return (
    <Flex
      as="header"
      align="center"
      gap="3"
      paddingX={{ base: '3', md: '6' }}
      minHeight="14"
      bg="bg.panel"
      borderBottomWidth="1px"
      flexShrink="0"
    >
      <LinkButton
        to={backTo}
        variant="ghost"
        colorPalette="gray"
        size="sm"
        aria-label="Back to Campaigns"
        minWidth={{ base: '11', md: 'auto' }}
        height={{ base: '11', md: '9' }}
      >
        <ArrowLeft aria-hidden="true" />
        <Text as="span" hideBelow="md">
          Back to Campaigns
        </Text>
      </LinkButton>
      <HStack flex="1" minWidth="0" gap="3">
        <Heading as="h1" size="sm" truncate title={title}>
          {title}
        </Heading>
        <Text textStyle="xs" color="fg.muted" flexShrink="0" hideBelow="lg" role="status">
          {isDirty ? 'Unsaved changes' : ''}
        </Text>
      </HStack>
      <PreviewButton landingUrl={landingUrl} onPreview={onPreview} />
      <Button type="submit" size="sm" loading={isSaving} loadingText="Saving…" height={{ base: '11', md: '9' }}>
        Save Campaign
      </Button>
    </Flex>
  );
}

// Below lg the switch between form and preview already is the preview of a new campaign.
function PreviewButton({ landingUrl, onPreview }: Pick<Props, 'landingUrl' | 'onPreview'>) {
  const style = { variant: 'outline', colorPalette: 'gray', size: 'sm', 'aria-label': 'Preview', height: { base: '11', md: '9' } } as const;
  const words = (
    <Text as="span" hideBelow="md">
      Preview
    </Text>
  );
  if (!landingUrl) {
    return (
      <Button type="button" {...style} hideBelow="lg" onClick={onPreview}>
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
