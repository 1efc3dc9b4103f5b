import {
  BACKGROUND_MAX_BYTES,
  FORM_IMAGE_SIZE,
  LOGO_MAX_BYTES,
  LOGO_SIZE,
  MAX_UPLOAD_BYTES,
} from '@dripline/contract/limits';
import { builderWords } from '../../../messages/campaign-builder';
import { BuilderSection } from '../builder-section';
import { MediaField } from '../media/media-field';
import type { MediaSlot } from '../media/media-slot';
import { SizeSlider } from './size-slider';

const logo: MediaSlot[] = [{ name: 'logoImageUrl', kind: 'image', label: builderWords.logo }];
const background: MediaSlot[] = [{ name: 'backgroundImageUrl', kind: 'image', label: builderWords.backgroundImage }];
const beside: MediaSlot[] = [
  { name: 'formImageUrl', kind: 'image', label: 'Form Image' },
  { name: 'formVideoUrl', kind: 'video', label: 'Video' },
];

/** The pictures of the page. */
export function MediaSection() {
  return (
    <BuilderSection title="Images and video">
      <MediaField
        label={builderWords.logo}
        hint="Without a logo, the business name stands in its place."
        slots={logo}
        maxBytes={LOGO_MAX_BYTES}
      />
      <SizeSlider name="logoSize" label={builderWords.logoSize} range={LOGO_SIZE} />
      <MediaField
        label={builderWords.backgroundImage}
        hint="Fills the page behind everything, darkened so that words stay readable."
        slots={background}
        maxBytes={BACKGROUND_MAX_BYTES}
      />
      <MediaField
        label={builderWords.formImageOrVideo}
        hint="Shown beside the form; without either, our illustration is. A video takes the image’s place, and the image becomes its cover."
        slots={beside}
        maxBytes={MAX_UPLOAD_BYTES}
      />
      <SizeSlider name="formImageSize" label={builderWords.formImageSize} range={FORM_IMAGE_SIZE} />
    </BuilderSection>
  );
}
