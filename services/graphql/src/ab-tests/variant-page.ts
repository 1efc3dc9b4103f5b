import type { Campaign } from '../campaigns/campaign.entity';
import type { FormField } from '../campaigns/form-field.entity';
import type { AbTestVariant } from './ab-test-variant.entity';

/** What a variant may change of a campaign’s page. */
type Changes = Pick<AbTestVariant, 'headline' | 'subheadline' | 'formImageUrl' | 'submitButtonText'>;
type Page = Pick<Campaign, 'headline' | 'subheadline' | 'formImageUrl' | 'formVideoUrl' | 'submitButtonText'>;

/** Returns what the page of a variant shows in place of the campaign’s own. */
export const pageOf = (own: Page, { headline, subheadline, formImageUrl, submitButtonText }: Changes): Page => ({
  headline: headline ?? own.headline,
  subheadline: subheadline ?? own.subheadline,
  formImageUrl: formImageUrl ?? own.formImageUrl,
  formVideoUrl: formImageUrl === null ? own.formVideoUrl : null,
  submitButtonText: submitButtonText ?? own.submitButtonText,
});

/** Returns the form of a variant. Questions that the campaign gets later are shown. A form is never empty. */
export function formOf<Row extends Pick<FormField, 'id'>>(
  fields: Row[],
  { hiddenFieldIds }: Pick<AbTestVariant, 'hiddenFieldIds'>,
): Row[] {
  const shown = fields.filter(({ id }) => !hiddenFieldIds.includes(id));
  return shown.length > 0 ? shown : fields;
}
