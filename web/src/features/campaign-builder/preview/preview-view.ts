import { BRAND_COLOR } from '@dripline/contract/limits';
import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import { languageTexts } from '@dripline/contract/rules/languages';
import type { ClientFieldsFragment } from '../../../shared/graphql/generated';
import type { LandingView } from '../../../landing/landing-view';
import type { CampaignDraft } from '../campaign-draft';
import { validateMediaUrl } from '../url-rules';

/** Converts a draft into the landing page's view. Invalid media URLs are left out. */
export function toLandingView(
  draft: CampaignDraft,
  client: Pick<ClientFieldsFragment, 'handle' | 'businessName' | 'whiteLabelEnabled' | 'brand'>,
): LandingView {
  const brand = client.whiteLabelEnabled ? client.brand : null;
  const isDefaultColor = draft.brandColor.toLowerCase() === BRAND_COLOR;
  return {
    clientHandle: client.handle,
    businessName: client.businessName,
    whiteLabel: client.whiteLabelEnabled,
    productName: client.brand.productName,
    faviconUrl: null,
    socialImageUrl: null,
    siteUrl: location.origin,
    slug: draft.slug,
    language: draft.language,
    translations: [],
    layout: draft.layout,
    brandColor: brand && isDefaultColor ? brand.color : draft.brandColor,
    headline: draft.headline,
    subheadline: draft.subheadline,
    logoImageUrl: validUrl(draft.logoImageUrl) ?? brand?.logoImageUrl ?? null,
    logoSize: draft.logoSize,
    backgroundImageUrl: validUrl(draft.backgroundImageUrl),
    formImageUrl: validUrl(draft.formImageUrl),
    formImageSize: draft.formImageSize,
    formVideoUrl: validUrl(draft.formVideoUrl),
    // The preview shows the original uploads; resized copies exist only on the published page.
    logoImage: null,
    backgroundImage: null,
    formImage: null,
    formFields: draft.formFields,
    formTitle: draft.formTitle,
    submitButtonText: draft.submitButtonText,
    disclosure: shownDisclosure(
      draft.disclosure.trim() || languageTexts[draft.language].disclosure,
      draft.formFields,
      client.businessName,
    ),
    adConsentText: draft.adConsentText,
    contactPhone: draft.contactPhone,
    contactAddress: draft.contactAddress,
    testimonials: draft.testimonials.map((item) => ({ ...item, stars: item.stars ?? null })),
    faq: draft.faq,
    pageVersion: '',
  };
}

function validUrl(url: string): string | null {
  return validateMediaUrl(url) ? null : url.trim() || null;
}
