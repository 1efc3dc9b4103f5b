import { LANGUAGES, languageTexts } from '@dripline/contract/rules/languages';
import { toWords } from '../format';
import { builderMessages } from '../../messages/campaign-builder';

const labels: Record<string, string> = {
  name: builderMessages.campaignName,
  slug: builderMessages.urlSlug,
  translationOfId: builderMessages.translationOf,
  logoImageUrl: builderMessages.logo,
  backgroundImageUrl: builderMessages.backgroundImage,
  formImageUrl: builderMessages.formImageOrVideo,
  formVideoUrl: builderMessages.formImageOrVideo,
  postSubmissionType: builderMessages.afterSubmission,
  contactPhone: builderMessages.contactPhone,
  contactAddress: builderMessages.contactAddress,
  faq: builderMessages.faq.title,
};

/** Returns the label of a field of a campaign. */
export const campaignLabelOf = (name: string) => labels[name] ?? toWords(name);

const languageNames: Record<string, string | undefined> = Object.fromEntries(
  LANGUAGES.map((language) => [language, languageTexts[language].name]),
);

type Item = { label: string } | { quote: string } | { question: string };

const nameOf = (item: Item): string => ('label' in item ? item.label : 'quote' in item ? item.quote : item.question);

/** Returns a value of a campaign as text. The items of lists are named. */
export const formatCampaignValue = (value: unknown): string =>
  (Array.isArray(value) ? (value as Item[]).map(nameOf).join(', ') : (languageNames[String(value)] ?? String(value))) ||
  'None';
