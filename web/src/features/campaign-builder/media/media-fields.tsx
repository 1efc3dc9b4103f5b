import { type ComponentProps, Fragment } from 'react';
import { MediaField } from './media-field';
import { SizeSlider } from './size-slider';

/** A media field, and the slider for the size of its image. */
export interface MediaItem extends ComponentProps<typeof MediaField> {
  size?: ComponentProps<typeof SizeSlider>;
}

/** The fields of a campaign's images and video. */
export function MediaFields({ items }: { items: MediaItem[] }) {
  return items.map(({ size, ...field }) => (
    <Fragment key={field.label}>
      <MediaField {...field} />
      {size && <SizeSlider {...size} />}
    </Fragment>
  ));
}
