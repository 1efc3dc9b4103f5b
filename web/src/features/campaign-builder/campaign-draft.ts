import type {
  CampaignFieldsFragment,
  CampaignLanguage,
  CampaignLayout,
  FaqItemInput,
  PostSubmissionType,
  TestimonialInput,
  UpdateCampaignInput,
} from '../../shared/graphql/generated';
import type { LandingField } from '../../landing/landing-view';
import { builderMessages } from '../../messages/campaign-builder';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { validateRedirectUrl } from './url-rules';

/** A form field under edit. Its id never changes, because leads store their answers under it. */
export type DraftField = Pick<LandingField, 'id' | 'type' | 'label' | 'placeholder' | 'required' | 'options'>;

/** The form values of the campaign builder. An empty string means no value. */
export interface CampaignDraft {
  name: string;
  slug: string;
  language: CampaignLanguage;
  translationOfId: string;
  layout: CampaignLayout;
  brandColor: string;
  headline: string;
  subheadline: string;
  logoImageUrl: string;
  logoSize: number;
  backgroundImageUrl: string;
  formImageUrl: string;
  formImageSize: number;
  formVideoUrl: string;
  formFields: DraftField[];
  formTitle: string;
  submitButtonText: string;
  disclosure: string;
  adConsentText: string;
  postSubmissionType: PostSubmissionType;
  redirectUrl: string;
  thankYouMessage: string;
  contactPhone: string;
  contactAddress: string;
  testimonials: TestimonialInput[];
  faq: FaqItemInput[];
}

/** The parts of a saved campaign that the builder edits. */
export type SavedCampaign = Pick<
  CampaignFieldsFragment,
  Exclude<keyof CampaignDraft, 'formFields' | 'testimonials' | 'faq'>
> &
  Pick<CampaignDraft, 'formFields' | 'testimonials' | 'faq'>;

/** Converts a saved campaign into form values. */
export function toCampaignDraft(campaign: SavedCampaign): CampaignDraft {
  return {
    name: campaign.name,
    slug: campaign.slug,
    language: campaign.language,
    translationOfId: campaign.translationOfId ?? '',
    layout: campaign.layout,
    brandColor: campaign.brandColor,
    headline: campaign.headline,
    subheadline: campaign.subheadline,
    logoImageUrl: campaign.logoImageUrl ?? '',
    logoSize: campaign.logoSize,
    backgroundImageUrl: campaign.backgroundImageUrl ?? '',
    formImageUrl: campaign.formImageUrl ?? '',
    formImageSize: campaign.formImageSize,
    formVideoUrl: campaign.formVideoUrl ?? '',
    formFields: campaign.formFields.map(toDraftField),
    formTitle: campaign.formTitle,
    submitButtonText: campaign.submitButtonText,
    disclosure: campaign.disclosure,
    adConsentText: campaign.adConsentText,
    postSubmissionType: campaign.postSubmissionType,
    redirectUrl: campaign.redirectUrl ?? '',
    thankYouMessage: campaign.thankYouMessage,
    contactPhone: campaign.contactPhone,
    contactAddress: campaign.contactAddress,
    testimonials: campaign.testimonials.map(({ quote, name, stars }) => ({ quote, name, stars })),
    faq: campaign.faq.map(({ question, answer }) => ({ question, answer })),
  };
}

/** Converts a saved campaign into the form values of a copy, which has a URL slug and translations of its own. */
export const toCopiedDraft = (campaign: SavedCampaign): CampaignDraft => ({
  ...toCampaignDraft(campaign),
  name: builderMessages.copyOf(campaign.name).slice(0, MAX_NAME_LENGTH),
  slug: '',
  translationOfId: '',
});

const urlNames = ['logoImageUrl', 'backgroundImageUrl', 'formImageUrl', 'formVideoUrl', 'redirectUrl'] as const;

/** Converts form values, or those that have changed, into the input of the save mutation. */
export function toCampaignInput<Draft extends Partial<CampaignDraft>>(draft: Draft) {
  const urls = urlNames.filter((name) => name in draft).map((name) => [name, toUrl(name, draft[name] ?? '')]);
  return { ...draft, ...Object.fromEntries(urls) } as Omit<Draft, (typeof urlNames)[number]> &
    Pick<UpdateCampaignInput, (typeof urlNames)[number]>;
}

// An incomplete redirect URL may be left over from before the user switched back to a message.
const toUrl = (name: string, url: string) =>
  url.trim() === '' || (name === 'redirectUrl' && validateRedirectUrl(url)) ? null : url.trim();

/** Copies a form field without `__typename`, which inputs reject. A field of a draft may lack what has a default. */
export function toDraftField({
  id,
  type,
  label,
  placeholder = label,
  required = true,
  options = [],
}: Pick<DraftField, 'id' | 'type' | 'label'> & Partial<DraftField>): DraftField {
  return { id, type, label, placeholder, required, options: [...options] };
}
