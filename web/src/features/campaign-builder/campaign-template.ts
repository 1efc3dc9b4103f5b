import { DEFAULT_DISCLOSURE } from '@dripline/contract/rules/disclosure';
import { BRAND_COLOR, DEFAULT_SUBMIT_BUTTON_TEXT, FORM_IMAGE_SIZE, LOGO_SIZE } from '@dripline/contract/limits';
import { LANGUAGES, type Language } from '@dripline/contract/rules/languages';
import type { CampaignDraft } from './campaign-draft';

/** The thank-you message of a new campaign, by language. */
export const thankYouMessages: Record<Language, string> = {
  en: 'We have your request. A technician will call or text you within one business day to find a time that suits you.',
  es: 'Hemos recibido su solicitud. Un técnico le llamará o le enviará un mensaje en el plazo de un día hábil para acordar una hora que le convenga.',
  fr: 'Nous avons bien reçu votre demande. Un technicien vous appellera ou vous enverra un SMS sous un jour ouvré pour convenir d’un horaire qui vous arrange.',
  de: 'Wir haben Ihre Anfrage erhalten. Innerhalb eines Werktags ruft ein Techniker Sie an oder schreibt Ihnen, um einen passenden Termin zu finden.',
  pt: 'Recebemos o seu pedido. Um técnico ligará ou enviará uma mensagem em até um dia útil para combinar um horário que lhe convenha.',
};

/** Whether a thank-you message is that of a new campaign, so that another language replaces it with its own. */
export const isTemplateThankYou = (text: string): boolean =>
  LANGUAGES.some((language) => thankYouMessages[language] === text.trim());

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
  thankYouMessage: thankYouMessages.en,
  contactPhone: '',
  contactAddress: '',
  testimonials: [],
  faq: [],
};
