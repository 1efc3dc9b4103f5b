import { Skeleton, Stack, Text } from '@chakra-ui/react';
import {
  BACKGROUND_MAX_BYTES,
  FORM_IMAGE_SIZE,
  LOGO_MAX_BYTES,
  LOGO_SIZE,
  MAX_UPLOAD_BYTES,
} from '@dripline/contract/limits';
import { Fragment, Suspense } from 'react';
import { builderMessages } from '../../../messages/campaign-builder';
import { lazyPart } from '../lazy-part';
import type { MediaItem } from '../media/media-fields';
import { useBuilderForm } from '../use-builder-form';
import { BuilderSection } from './builder-section';

// It contains the file upload and the sliders.
const MediaFields = lazyPart('the images', async () => (await import('../media/media-fields')).MediaFields);

const items: MediaItem[] = [
  {
    label: builderMessages.logo,
    hint: 'Without a logo, the business name is shown.',
    slots: [{ name: 'logoImageUrl', kind: 'image', label: builderMessages.logo }],
    maxBytes: LOGO_MAX_BYTES,
    size: { name: 'logoSize', label: builderMessages.logoSize, range: LOGO_SIZE },
  },
  {
    label: builderMessages.backgroundImage,
    hint: 'Fills the page background, darkened so that text stays readable. In the picture layout it fills the first screen.',
    slots: [{ name: 'backgroundImageUrl', kind: 'image', label: builderMessages.backgroundImage }],
    maxBytes: BACKGROUND_MAX_BYTES,
  },
  {
    label: builderMessages.formImageOrVideo,
    hint: 'Shown beside the form. With both, the video is shown and the image is its cover. With neither, a default illustration is shown.',
    slots: [
      { name: 'formImageUrl', kind: 'image', label: 'Form Image' },
      { name: 'formVideoUrl', kind: 'video', label: 'Video' },
    ],
    maxBytes: MAX_UPLOAD_BYTES,
    size: { name: 'formImageSize', label: builderMessages.formImageSize, range: FORM_IMAGE_SIZE },
  },
];

/** The landing page's images and video. */
export function MediaSection() {
  return (
    <BuilderSection title="Images and video">
      <Suspense fallback={<MediaSkeleton />}>
        <MediaFields items={items} />
      </Suspense>
    </BuilderSection>
  );
}

/** As high as the fields. */
function MediaSkeleton() {
  const { getValues } = useBuilderForm();
  return items.map(({ label, hint, slots, size }) => (
    <Fragment key={label}>
      <Stack gap="1.5">
        <Text textStyle="sm">{label}</Text>
        {slots.map(({ name }) => getValues(name) && <Skeleton key={name} height="82px" />)}
        {slots.some(({ name }) => !getValues(name)) && (
          <Skeleton height={{ base: slots.length > 1 ? '90px' : '62px', md: '62px' }} />
        )}
        <Text textStyle="xs" color="fg.muted">
          {hint}
        </Text>
      </Stack>
      {size && <Skeleton height="10" />}
    </Fragment>
  ));
}
