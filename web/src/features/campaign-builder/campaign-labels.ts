import { toWords } from '../../shared/format';
import { builderMessages } from '../../messages/campaign-builder';
import type { DraftField } from './campaign-draft';

const labels: Record<string, string> = {
  name: builderMessages.campaignName,
  slug: builderMessages.urlSlug,
  logoImageUrl: builderMessages.logo,
  backgroundImageUrl: builderMessages.backgroundImage,
  formImageUrl: builderMessages.formImageOrVideo,
  formVideoUrl: builderMessages.formImageOrVideo,
  postSubmissionType: builderMessages.afterSubmission,
};

/** Returns the label of a field of the builder. */
export const campaignLabelOf = (name: string) => labels[name] ?? toWords(name);

/** Returns a value of the builder as text. Form fields are listed by their labels. */
export const formatCampaignValue = (value: unknown): string =>
  Array.isArray(value) ? (value as DraftField[]).map(({ label }) => label).join(', ') : String(value) || 'None';
