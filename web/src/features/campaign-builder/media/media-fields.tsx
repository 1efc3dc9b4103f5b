import { type ComponentProps, Fragment } from 'react';
import { MediaField } from '../../../shared/media/media-field';
import { useBuilderSession } from '../builder-session';
import type { CampaignDraft } from '../campaign-draft';
import { SizeSlider } from './size-slider';

/** An image or video of the landing page. */
interface CampaignSlot {
  name: keyof CampaignDraft & `${string}Url`;
  kind: 'image' | 'video';
  label: string;
}

/** A media field, and the slider for the size of its image. */
export interface MediaItem extends Omit<ComponentProps<typeof MediaField>, 'slots' | 'onUploading'> {
  slots: readonly CampaignSlot[];
  size?: ComponentProps<typeof SizeSlider>;
}

/** The fields of a campaign's images and video. */
export function MediaFields({ items }: { items: MediaItem[] }) {
  const { setUploading } = useBuilderSession();
  return items.map(({ size, ...field }) => (
    <Fragment key={field.label}>
      <MediaField {...field} onUploading={setUploading} />
      {size && <SizeSlider {...size} />}
    </Fragment>
  ));
}
