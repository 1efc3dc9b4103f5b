import { BRAND_COLOR, DEFAULT_SUBMIT_BUTTON_TEXT, FORM_IMAGE_SIZE, LOGO_SIZE } from '@dripline/contract/limits';
import { toWords } from '../../src/shared/format';
import type { LandingView } from '../../src/landing/landing-view';

/**
 * Returns a minimal page with the submitted answers, for when the campaign cannot be loaded, so that visitors do not
 * lose their input.
 */
export function fallbackView(
  { client, slug }: { client: string; slug: string },
  answers: Record<string, string>,
  pageVersion: string,
): LandingView {
  return {
    clientHandle: client,
    slug,
    businessName: 'Your details',
    whiteLabel: true,
    productName: '',
    faviconUrl: null,
    socialImageUrl: null,
    siteUrl: '',
    language: 'en',
    translations: [],
    layout: 'split',
    brandColor: BRAND_COLOR,
    headline: '',
    subheadline: 'Your answers are still here. Please submit the form again.',
    logoImageUrl: null,
    logoSize: LOGO_SIZE.default,
    backgroundImageUrl: null,
    formImageUrl: null,
    formImageSize: FORM_IMAGE_SIZE.default,
    formVideoUrl: null,
    logoImage: null,
    backgroundImage: null,
    formImage: null,
    formTitle: '',
    submitButtonText: DEFAULT_SUBMIT_BUTTON_TEXT,
    // The visitor agreed to the consent text of the page that they submitted.
    disclosure: null,
    adConsentText: '',
    contactPhone: '',
    contactAddress: '',
    testimonials: [],
    faq: [],
    pageVersion,
    formFields: Object.keys(answers).map((id) => ({
      id,
      type: 'textarea',
      label: toWords(id),
      placeholder: '',
      required: false,
      options: [],
    })),
  };
}
