import {
  MAX_FORM_VALUE_LENGTH,
  MAX_MONTHLY_LIMIT,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PLAYBOOK_DESCRIPTION_LENGTH,
  MAX_PLAYBOOK_NAME_LENGTH,
  MAX_TEST_VARIANTS,
  MAX_TEXT_LENGTH,
  MAX_TRANSLATIONS,
  MIN_PASSWORD_LENGTH,
  SMS_MAX_LENGTH,
  TEST_IMPROVEMENT,
} from './limits';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, MAX_WEBHOOK_URL_LENGTH } from './webhooks';

/** Returns the message about a monthly limit that is out of range. */
const limitRange = (label: string, min: number) => ({
  min: `${label} must be at least ${min}.`,
  max: `${label} must be at most ${MAX_MONTHLY_LIMIT}.`,
});

/** The messages about rejected input, which the server and the web app's forms share. */
export const validationMessages = {
  businessNameMissing: 'Business name is required.',
  businessNameLength: `Business name must have 1 to ${MAX_NAME_LENGTH} characters.`,
  contactEmail: 'Contact email must be an email address.',
  notificationPhoneMissing: 'Notification phone is required.',
  notificationPhoneLength: 'Notification phone must have 1 to 50 characters.',
  usernameMissing: 'Username is required when login is enabled.',
  usernameLength: `Username must be at most ${MAX_NAME_LENGTH} characters.`,
  passwordMissing: 'Password is required when login is enabled.',
  passwordLength: `Password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  memberNameMissing: 'Name is required.',
  memberNameLength: `Name must have 1 to ${MAX_NAME_LENGTH} characters.`,
  memberUsernameMissing: 'Username is required.',
  memberEmail: 'Email must be an email address.',

  monthlyCampaignLimit: limitRange('Campaign limit', 1),
  monthlyLeadLimit: limitRange('Lead limit', 0),
  monthlySMSLimit: limitRange('SMS limit', 0),
  monthlySegmentLimit: limitRange('Segment limit', 0),

  campaignNameMissing: 'Campaign name is required.',
  campaignNameLength: `Campaign name must have 1 to ${MAX_NAME_LENGTH} characters.`,
  maxLength: (length: number) => `Use at most ${length} characters.`,
  translationOf: 'Choose another campaign of this client.',
  originalOfTranslations: 'Other campaigns are translations of this one. Choose it there.',
  maxTranslations: `A campaign can have at most ${MAX_TRANSLATIONS} translations.`,
  productNameLength: `Product name must be at most ${MAX_NAME_LENGTH} characters.`,
  domain: 'Enter a domain such as offers.example.com, without https:// and path.',
  brandColor: 'Enter a color as # and six hexadecimal digits.',
  pageItemMissing: 'This text is required.',
  stars: 'Stars must be 1 to 5.',
  maxItems: (count: number) => `Use at most ${count} entries.`,
  redirectUrl: 'Redirect URL must start with https://.',
  playbookNameMissing: 'Enter a name for the playbook.',
  placementNameMissing: 'Enter a name for the placement.',
  testVariants: `A test must have 1 to ${MAX_TEST_VARIANTS - 1} pages beside the campaign’s own.`,
  testImprovement: `The improvement must be ${TEST_IMPROVEMENT.min}% to ${TEST_IMPROVEMENT.max}%.`,
  messageVariants: `A step must have at most ${MAX_TEST_VARIANTS} messages, all different.`,
  variantWithoutField: 'Keep at least one question.',
  playbookNameLength: `The name of a playbook must have 1 to ${MAX_PLAYBOOK_NAME_LENGTH} characters.`,
  playbookDescription: `The description of a playbook must have at most ${MAX_PLAYBOOK_DESCRIPTION_LENGTH} characters.`,
  placementNameLength: `The name of a placement must have 1 to ${MAX_NAME_LENGTH} characters.`,
  fieldLabelMissing: 'Label is required.',
  fieldOptionsMissing: 'A select field must have at least one option.',

  answerPhone: 'Enter a valid phone number.',
  answerEmail: 'Enter a valid email address.',
  answerLength: `must be at most ${MAX_FORM_VALUE_LENGTH} characters.`,

  sequenceNameMissing: 'Sequence name is required.',
  sequenceNameLength: `Sequence name must have 1 to ${MAX_NAME_LENGTH} characters.`,
  sequenceDescription: `Description must be at most ${MAX_TEXT_LENGTH} characters.`,
  sequenceCampaign: 'Choose one of this client’s campaigns.',
  stepMessageMissing: 'Enter a message for every step.',
  stepMessageLength: `Message must have 1 to ${SMS_MAX_LENGTH} characters.`,
  delayMin: 'Delay must be at least 0 minutes.',
  delayMax: 'Delay must be at most one year.',

  webhookUrlLength: `URL must have 1 to ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  webhookDescription: `Description must be at most ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters.`,
  webhookEventsMissing: 'Choose at least one event.',

  fileName: `File name must have 1 to ${MAX_NAME_LENGTH} characters.`,
} as const;
