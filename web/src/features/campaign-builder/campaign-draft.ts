import type { CampaignFieldsFragment, CreateCampaignInput, PostSubmissionType } from '../../shared/graphql/generated';
import type { LandingField } from '../../landing/landing-view';
import { validateRedirectUrl } from './url-rules';

/** A form field under edit. Its id never changes, because leads store their answers under it. */
export type DraftField = Pick<LandingField, 'id' | 'type' | 'label' | 'placeholder' | 'required' | 'options'>;

/** The form values of the campaign builder. An empty string means no value. */
export interface CampaignDraft {
  name: string;
  slug: string;
  headline: string;
  subheadline: string;
  logoImageUrl: string;
  logoSize: number;
  backgroundImageUrl: string;
  formImageUrl: string;
  formImageSize: number;
  formVideoUrl: string;
  formFields: DraftField[];
  submitButtonText: string;
  disclosure: string;
  postSubmissionType: PostSubmissionType;
  redirectUrl: string;
  thankYouMessage: string;
}

/** Converts a saved campaign into form values. */
export function toCampaignDraft(campaign: CampaignFieldsFragment): CampaignDraft {
  return {
    name: campaign.name,
    slug: campaign.slug,
    headline: campaign.headline,
    subheadline: campaign.subheadline,
    logoImageUrl: campaign.logoImageUrl ?? '',
    logoSize: campaign.logoSize,
    backgroundImageUrl: campaign.backgroundImageUrl ?? '',
    formImageUrl: campaign.formImageUrl ?? '',
    formImageSize: campaign.formImageSize,
    formVideoUrl: campaign.formVideoUrl ?? '',
    formFields: campaign.formFields.map(toDraftField),
    submitButtonText: campaign.submitButtonText,
    disclosure: campaign.disclosure,
    postSubmissionType: campaign.postSubmissionType,
    redirectUrl: campaign.redirectUrl ?? '',
    thankYouMessage: campaign.thankYouMessage,
  };
}

/** Converts form values into the input of the save mutation. */
export function toCampaignInput(draft: CampaignDraft): CreateCampaignInput {
  return {
    ...draft,
    name: draft.name.trim(),
    logoImageUrl: draft.logoImageUrl.trim() || null,
    backgroundImageUrl: draft.backgroundImageUrl.trim() || null,
    formImageUrl: draft.formImageUrl.trim() || null,
    formVideoUrl: draft.formVideoUrl.trim() || null,
    // An incomplete URL may be left over from before the user switched back to a message.
    redirectUrl: validateRedirectUrl(draft.redirectUrl) ? null : draft.redirectUrl.trim(),
  };
}

// Copies field by field, because Apollo's objects carry __typename, which inputs reject.
function toDraftField({ id, type, label, placeholder, required, options }: DraftField): DraftField {
  return { id, type, label, placeholder, required, options: [...options] };
}
