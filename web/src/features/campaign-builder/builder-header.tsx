import { Button, Flex, Heading, HStack, Text } from '@chakra-ui/react';
import { ArrowLeft, Copy } from 'lucide-react';
import { copyLandingUrl } from '../../shared/clipboard/copy-landing-url';
import { BusyButton } from '../../ui/button/busy-button';
import { LinkButton } from '../../ui/button/link-button';
import { builderMessages } from '../../messages/campaign-builder';
import { PreviewButton } from './preview/preview-button';
import { QrButton } from './qr-button';
import { DraftButton } from './versions/draft-button';
import { VersionsButton } from './versions/versions-button';

interface Props {
  title: string;
  backTo: string;
  /** The landing page's URL. A campaign that has not been saved has none. */
  landingUrl?: string;
  isDirty: boolean;
  isSaving: boolean;
  onPreview: () => void;
  /** Opens the QR code. A campaign that has not been saved has none. */
  onQrCode?: (() => void) | undefined;
  /** Opens the versions. A campaign that has not been saved has none. */
  onVersions?: (() => void) | undefined;
  /** Saves a draft. A campaign that has not been saved has none. */
  onSaveDraft?: (() => void) | undefined;
}

/** The builder's header: the campaign's name and the actions back, preview, copy URL, QR code and save. */
export function BuilderHeader({
  title,
  backTo,
  landingUrl,
  isDirty,
  isSaving,
  onPreview,
  onQrCode,
  onVersions,
  onSaveDraft,
}: Props) {
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
        aria-label={builderMessages.backToCampaigns}
        minWidth={{ base: '11', md: 'auto' }}
        height={{ base: '11', md: '9' }}
      >
        <ArrowLeft aria-hidden="true" />
        <Text as="span" hideBelow="md">
          {builderMessages.backToCampaigns}
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
      <PreviewButton landingUrl={landingUrl} onPreview={onPreview} hideBelow="lg" height="9" />
      {landingUrl && (
        <Button
          variant="outline"
          colorPalette="gray"
          size="sm"
          height="9"
          hideBelow="lg"
          onClick={() => void copyLandingUrl(landingUrl)}
        >
          <Copy aria-hidden="true" /> {builderMessages.copyUrl}
        </Button>
      )}
      {onVersions && <VersionsButton onClick={onVersions} hideBelow="lg" height="9" />}
      {onQrCode && <QrButton onClick={onQrCode} hideBelow="lg" height="9" />}
      {onSaveDraft && <DraftButton onClick={onSaveDraft} height={{ base: '11', md: '9' }} />}
      <BusyButton type="submit" size="sm" loading={isSaving} loadingText="Saving…" height={{ base: '11', md: '9' }}>
        {builderMessages.saveCampaign}
      </BusyButton>
    </Flex>
  );
}
