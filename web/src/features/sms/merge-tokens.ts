import type { MergeValues } from '@dripline/contract/fill-merge-fields';
import type { CampaignFieldsFragment } from '@dripline/contract/generated';

type FormField = CampaignFieldsFragment['formFields'][number];

const always = ['firstName', 'fullName', 'businessName'];

/** What can be filled into a text of this campaign: the lead's name, the business, and every answer of the form. */
export function mergeTokens(fields: readonly FormField[]): string[] {
  return [...new Set([...always, ...fields.map(({ id }) => id)])];
}

/** A lead to show texts with, before there is one. */
export function exampleValues(fields: readonly FormField[], businessName: string): MergeValues {
  const answers = Object.fromEntries(fields.map((field) => [field.id, exampleAnswer(field)]));
  return { answers, fullName: 'Jane Smith', businessName };
}

function exampleAnswer({ type, label, placeholder, options }: FormField): string {
  if (type === 'email') return 'jane@example.com';
  if (type === 'tel') return '(555) 555-0123';
  return (type === 'select' ? options[0] : undefined) ?? (placeholder === label ? `their ${label}` : placeholder);
}
