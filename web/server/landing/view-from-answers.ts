import { DEFAULT_SUBMIT_BUTTON_TEXT, FORM_IMAGE_SIZE, LOGO_SIZE } from '@dripline/contract/limits';
import { wordsOf } from '../../src/shared/format';
import type { LandingView } from '../../src/landing/landing-view';

/** A bare page that holds what was typed, for when the campaign itself cannot be read: nobody types twice because we are down. */
export function viewFromAnswers(
  params: Record<string, string | string[]>,
  answers: Record<string, string>,
  pageVersion: string,
): LandingView {
  return {
    clientHandle: String(params.client),
    slug: String(params.slug),
    businessName: 'Your details',
    whiteLabel: true,
    headline: '',
    subheadline: 'We kept what you typed. Please send it again.',
    logoImageUrl: null,
    logoSize: LOGO_SIZE.default,
    backgroundImageUrl: null,
    formImageUrl: null,
    formImageSize: FORM_IMAGE_SIZE.default,
    formVideoUrl: null,
    logoImage: null,
    backgroundImage: null,
    formImage: null,
    submitButtonText: DEFAULT_SUBMIT_BUTTON_TEXT,
    // What was agreed to is what the page before this one said.
    disclosure: null,
    pageVersion,
    formFields: Object.keys(answers).map((id) => ({
      id,
      type: 'textarea',
      label: wordsOf(id),
      placeholder: '',
      required: false,
      options: [],
    })),
  };
}
