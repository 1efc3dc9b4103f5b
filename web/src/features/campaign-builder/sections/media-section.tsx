import {
  BACKGROUND_MAX_BYTES,
  FORM_IMAGE_SIZE,
  LOGO_MAX_BYTES,
  LOGO_SIZE,
  MAX_UPLOAD_BYTES,
} from '@dripline/contract/limits';
import { builderMessages } from '../../../messages/campaign-builder';
import { BuilderSection } from './builder-section';
import { MediaField } from '../media/media-field';
import type { MediaSlot } from '../media/media-slot';
import { SizeSlider } from './size-slider';

const logoSlots: MediaSlot[] = [{ name: 'logoImageUrl', kind: 'image', label: builderMessages.logo }];
const backgroundSlots: MediaSlot[] = [
  { name: 'backgroundImageUrl', kind: 'image', label: builderMessages.backgroundImage },
];
const formMediaSlots: MediaSlot[] = [
  { name: 'formImageUrl', kind: 'image', label: 'Form Image' },
  { name: 'formVideoUrl', kind: 'video', label: 'Video' },
];

/** The landing page's images and video. */
export function MediaSection() {
  return (
    <BuilderSection title="Images and video">
      <MediaField
        label={builderMessages.logo}
        hint="Without a logo, the business name is shown."
        slots={logoSlots}
        maxBytes={LOGO_MAX_BYTES}
      />
      <SizeSlider name="logoSize" label={builderMessages.logoSize} range={LOGO_SIZE} />
      <MediaField
        label={builderMessages.backgroundImage}
        hint="Fills the page background, darkened so that text stays readable."
        slots={backgroundSlots}
        maxBytes={BACKGROUND_MAX_BYTES}
      />
      <MediaField
        label={builderMessages.formImageOrVideo}
        hint="Shown beside the form. With both, the video is shown and the image is its cover. With neither, a default illustration is shown."
        slots={formMediaSlots}
        maxBytes={MAX_UPLOAD_BYTES}
      />
      <SizeSlider name="formImageSize" label={builderMessages.formImageSize} range={FORM_IMAGE_SIZE} />
    </BuilderSection>
  );
}
