import type { CampaignFieldsFragment, CreateCampaignInput, PostSubmissionType } from '../../shared/graphql/generated';
import type { LandingField } from '../../landing/landing-view';
import { redirectUrlProblem } from './url-rules';

/** A question while it is edited. Its id stays when its words change: leads are kept under it. */
export type DraftField = Pick<LandingField, 'id' | 'type' | 'label' | 'placeholder' | 'required' | 'options'>;

/** Everything the builder edits; an empty text stands for none. */
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

/** A saved campaign as the builder edits it. */
export function toDraft(campaign: CampaignFieldsFragment): CampaignDraft {
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

/** What is sent to be saved. */
export function toInput(draft: CampaignDraft): CreateCampaignInput {
  return {
    ...draft,
    name: draft.name.trim(),
    logoImageUrl: draft.logoImageUrl.trim() || null,
    backgroundImageUrl: draft.backgroundImageUrl.trim() || null,
    formImageUrl: draft.formImageUrl.trim() || null,
    formVideoUrl: draft.formVideoUrl.trim() || null,
    // Half an address, left behind before the choice went back to a message, must not stop the save.
    redirectUrl: redirectUrlProblem(draft.redirectUrl) ? null : draft.redirectUrl.trim(),
  };
}

// Field by field: what Apollo hands out carries __typename, which an input refuses.
function toDraftField({ id, type, label, placeholder, required, options }: DraftField): DraftField {
  return { id, type, label, placeholder, required, options: [...options] };
}
