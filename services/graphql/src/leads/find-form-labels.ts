import type { EntityManager } from 'typeorm';
import { PageVersion } from '../campaigns/page-version.entity';
import type { SubmittedForm } from './find-form';

/**
 * Finds the labels of the answered questions as the visitor saw them, also on an earlier version of the page.
 *
 * @param pageVersion the version that the visitor saw, or null for an API call, which gets the current labels
 * @returns the labels by field id, or null if none are known
 */
export async function findFormLabels(
  db: EntityManager,
  { campaign, fields }: Pick<SubmittedForm, 'campaign' | 'fields'>,
  pageVersion: string | null,
  formData: Record<string, string>,
): Promise<Record<string, string> | null> {
  const earlier =
    pageVersion && pageVersion !== campaign.pageVersion
      ? await db.findOneBy(PageVersion, { campaignId: campaign.id, version: pageVersion })
      : null;
  const labels = earlier
    ? Object.entries(earlier.formLabels ?? {})
    : fields.map(({ id, label }) => [id, label] as const);
  const seen = labels.filter(([id]) => Object.hasOwn(formData, id));
  return seen.length > 0 ? Object.fromEntries(seen) : null;
}
