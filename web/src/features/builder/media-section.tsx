import { FORM_IMAGE_SIZE, LOGO_SIZE } from '@dripline/contract/limits';
import { BuilderSection } from './builder-section';
import { MediaField } from './media-field';
import { SizeSlider } from './size-slider';

/** The pictures of the page. */
export function MediaSection() {
  return (
    <BuilderSection title="Images and video">
      <MediaField name="logoImageUrl" label="Logo" hint="Without a logo, the business name stands in its place." />
      <SizeSlider name="logoSize" label="Logo Size" range={LOGO_SIZE} />
      <MediaField
        name="backgroundImageUrl"
        label="Background Image"
        hint="Fills the page behind everything, darkened so that words stay readable."
      />
      <MediaField name="formImageUrl" label="Form Image" hint="Shown beside the form. Without one, our illustration is." />
      <SizeSlider name="formImageSize" label="Form Image Size" range={FORM_IMAGE_SIZE} />
      <MediaField name="formVideoUrl" label="Form Video" hint="Takes the image’s place; the image becomes its cover." />
    </BuilderSection>
  );
}
