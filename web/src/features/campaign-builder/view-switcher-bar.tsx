import { Flex, HStack, Text } from '@chakra-ui/react';
import { sharedMessages } from '../../messages/shared';
import { PreviewButton } from './preview/preview-button';
import { QrButton } from './qr-button';
import { VersionsButton } from './versions/versions-button';
import { SegmentedControl } from './segmented-control';

const sides = [
  { value: 'edit', label: sharedMessages.edit },
  { value: 'preview', label: sharedMessages.preview },
] as const;

/** The part of the builder that a narrow window shows. */
export type BuilderView = (typeof sides)[number]['value'];

interface Props {
  side: BuilderView;
  onChange: (side: BuilderView) => void;
  isDirty: boolean;
  landingUrl?: string | undefined;
  onQrCode?: (() => void) | undefined;
  onVersions?: (() => void) | undefined;
}

/** On narrow windows, switches between form and preview and opens the landing page, its QR code and its versions. */
export function ViewSwitcherBar({ side, onChange, isDirty, landingUrl, onQrCode, onVersions }: Props) {
  return (
    <Flex
      as="section"
      aria-label="View"
      alignItems="center"
      gap="2"
      paddingX={{ base: '4', md: '6' }}
      paddingY="2"
      bg="bg.panel"
      borderBottomWidth="1px"
      hideFrom="lg"
    >
      <SegmentedControl label="Show" value={side} items={sides} onChange={onChange} />
      <Text textStyle="xs" color="fg.muted" role="status" flex="1">
        {isDirty ? 'Unsaved' : ''}
      </Text>
      <HStack gap="2">
        {landingUrl && <PreviewButton landingUrl={landingUrl} height="11" />}
        {onVersions && <VersionsButton onClick={onVersions} height="11" />}
        {onQrCode && <QrButton onClick={onQrCode} height="11" />}
      </HStack>
    </Flex>
  );
}
