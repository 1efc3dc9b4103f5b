import { DEFAULT_DISCLOSURE } from '@dripline/contract/rules/disclosure';
import { BRAND_COLOR, DEFAULT_SUBMIT_BUTTON_TEXT, FORM_IMAGE_SIZE, LOGO_SIZE } from '@dripline/contract/limits';
import type { CampaignDraft } from './campaign-draft';

/** The defaults of a new campaign: a water-heater inspection (product spec, section 4). */
export const campaignTemplate: CampaignDraft = {
  name: 'Free Water Heater Inspection',
  slug: '',
  language: 'en',
  translationOfId: '',
  layout: 'split',
  brandColor: BRAND_COLOR,
  headline: 'Get a free water heater inspection',
  subheadline:
    'A licensed technician checks your tank, valves and venting in about 30 minutes, then tells you plainly what it needs. No cost, no obligation.',
  logoImageUrl: '',
  logoSize: LOGO_SIZE.default,
  backgroundImageUrl: '',
  formImageUrl: '',
  formImageSize: FORM_IMAGE_SIZE.default,
  formVideoUrl: '',
  formFields: [
    { id: 'fullName', type: 'text', label: 'Full Name', placeholder: 'Jane Smith', required: true, options: [] },
    { id: 'phone', type: 'tel', label: 'Phone Number', placeholder: '(555) 555-0123', required: true, options: [] },
    {
      id: 'email',
      type: 'email',
      label: 'Email Address',
      placeholder: 'jane@example.com',
      required: true,
      options: [],
    },
    {
      id: 'waterHeaterAge',
      type: 'select',
      label: 'How old is your water heater?',
      placeholder: 'Choose an age',
      required: true,
      options: ['Less than 5 years', '5 to 8 years', '9 to 12 years', 'More than 12 years', 'Not sure'],
    },
  ],
  formTitle: '',
  submitButtonText: DEFAULT_SUBMIT_BUTTON_TEXT,
  disclosure: DEFAULT_DISCLOSURE,
  adConsentText: '',
  postSubmissionType: 'message',
  redirectUrl: '',
  thankYouMessage:
    'We have your request. A technician will call or text you within one business day to find a time that suits you.',
  contactPhone: '',
  contactAddress: '',
  testimonials: [],
  faq: [],
};
