import type { PageVersion } from '../campaigns/page-version.entity';
import type { SubmittedForm } from './find-form';

/**
 * Returns the labels of the answered questions as the visitor saw them, also on another version of the page.
 *
 * @param other the version that the visitor saw, if it is not the campaign's current one. An API call gets the current
 *   labels.
 * @returns the labels by field id, or null if none are known
 */
export function toFormLabels(
  { fields }: Pick<SubmittedForm, 'fields'>,
  other: PageVersion | null,
  formData: Record<string, string>,
): Record<string, string> | null {
  const labels = other ? Object.entries(other.formLabels ?? {}) : fields.map(({ id, label }) => [id, label] as const);
  const seen = labels.filter(([id]) => Object.hasOwn(formData, id));
  return seen.length > 0 ? Object.fromEntries(seen) : null;
}
