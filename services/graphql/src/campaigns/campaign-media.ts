import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { MediaRules } from '../files/validate-media';
import type { Campaign } from './campaign.entity';

type MediaField = 'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl';

/** The media of a campaign. */
export const campaignMedia: MediaRules<MediaField> = {
  logoImageUrl: { kind: 'image', maxBytes: LOGO_MAX_BYTES },
  backgroundImageUrl: { kind: 'image', maxBytes: BACKGROUND_MAX_BYTES },
  formImageUrl: { kind: 'image', maxBytes: MAX_UPLOAD_BYTES },
  formVideoUrl: { kind: 'video', maxBytes: MAX_UPLOAD_BYTES },
};

/** Returns the URLs of a campaign's media by field. */
export function mediaOf(campaign: Campaign): Record<MediaField, string | null> {
  const { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl } = campaign;
  return { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl };
}
