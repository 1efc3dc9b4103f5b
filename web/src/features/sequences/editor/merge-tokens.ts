import type { CampaignFieldsFragment } from '../../../shared/graphql/generated';

type FormField = CampaignFieldsFragment['formFields'][number];

const always = ['firstName', 'fullName', 'businessName'];

/** What can be filled into a text of this campaign: the lead's name, the business, and every answer of the form. */
export function mergeTokens(fields: readonly FormField[]): string[] {
  return [...new Set([...always, ...fields.map(({ id }) => id)])];
}
