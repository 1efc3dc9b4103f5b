import type { CampaignFieldsFragment } from '../../../shared/graphql/generated';

type FormField = CampaignFieldsFragment['formFields'][number];

const builtInTokens = ['firstName', 'fullName', 'businessName'];

/** Returns the merge fields available in a campaign's messages: the lead's name, the business name and every form field. */
export function mergeFieldNames(fields: readonly FormField[]): string[] {
  return [...new Set([...builtInTokens, ...fields.map(({ id }) => id)])];
}
