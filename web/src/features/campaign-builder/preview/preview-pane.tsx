import { Box, Center, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LandingPage } from '../../../landing/landing-page';
import { ThankYouPage } from '../../../landing/thank-you-page';
import type { CampaignDraft } from '../campaign-draft';
import { type Device, fitDevice } from './device-frame';
import { PreviewFrame } from './preview-frame';
import { toLandingView } from './preview-view';
import { SegmentedControl } from '../segmented-control';
import { useBuilderForm } from '../use-builder-form';
import { useElementSize } from './use-element-size';

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;
const screens = [
  { value: 'form', label: 'Form' },
  { value: 'thanks', label: 'Thank you' },
] as const;

interface Props {
  client: Parameters<typeof toLandingView>[1];
  productName: string;
}

/** A live preview of the landing page under edit. */
export function PreviewPane({ client, productName }: Props) {
  const { control } = useBuilderForm();
  const draft = useWatch({ control }) as CampaignDraft;
  const [device, setDevice] = useState<Device>(() => (matchMedia('(min-width: 40em)').matches ? 'desktop' : 'phone'));
  const [screen, setScreen] = useState<'form' | 'thanks'>('form');
  const [container, { width, height }] = useElementSize<HTMLDivElement>();
  const view = toLandingView(draft, client);
  const isPhone = device === 'phone';

  return (
    <Flex direction="column" height="full" gap="4" padding="5">
      <Flex justify="space-between" gap="2" flexWrap="wrap">
        <SegmentedControl label="Screen size" value={device} items={devices} onChange={setDevice} />
        {draft.postSubmissionType === 'message' && (
          <SegmentedControl label="Step" value={screen} items={screens} onChange={setScreen} />
        )}
      </Flex>
      <Center ref={container} flex="1" minHeight="0" overflow="hidden" alignItems="flex-start">
        {width > 0 && (
          <Box
            bg="bg.panel"
            shadow="float"
            overflow="hidden"
            borderRadius={isPhone ? '28px' : 'l3'}
            borderWidth={isPhone ? '6px' : '1px'}
            borderColor={isPhone ? { base: 'gray.800', _dark: 'gray.600' } : 'border'}
          >
            <PreviewFrame
              title="Preview of the landing page"
              brandColor={view.brandColor}
              {...fitDevice(device, width, height)}
            >
              {screen === 'thanks' && draft.postSubmissionType === 'message' ? (
                <ThankYouPage view={view} message={draft.thankYouMessage} productName={productName} />
              ) : (
                <LandingPage
                  view={view}
                  productName={productName}
                  onSubmit={(event) => {
                    event.preventDefault();
                    // React events bubble through the portal to the builder's form, which would save.
                    event.stopPropagation();
                    setScreen('thanks');
                  }}
                />
              )}
            </PreviewFrame>
          </Box>
        )}
      </Center>
    </Flex>
  );
}
