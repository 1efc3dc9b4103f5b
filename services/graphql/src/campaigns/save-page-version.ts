import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import { createHash } from 'node:crypto';
import { type EntityManager, IsNull } from 'typeorm';
import { AbTestVariant } from '../ab-tests/ab-test-variant.entity';
import { formOf } from '../ab-tests/variant-page';
import { Campaign } from './campaign.entity';
import { FormField } from './form-field.entity';
import { PageVersion } from './page-version.entity';

/**
 * Updates the page versions of a campaign and of the variants that it tests from the form and disclosure, and stores
 * what new versions show.
 */
export async function savePageVersion(db: EntityManager, campaignId: string): Promise<void> {
  const campaign = await db.findOneOrFail(Campaign, { where: { id: campaignId }, relations: { client: true } });
  const fields = await db.find(FormField, { where: { campaignId }, order: { position: 'ASC' } });
  const pageVersion = toPageVersion(campaign, fields);
  if (pageVersion.version !== campaign.pageVersion) {
    await store(db, pageVersion);
    await db.query('UPDATE campaigns SET page_version = $2 WHERE id = $1', [campaignId, pageVersion.version]);
  }
  const variants = await db.find(AbTestVariant, {
    where: { test: { campaignId, endedAt: IsNull() } },
    // In the order in which views are counted, so that neither waits for the other.
    order: { id: 'ASC' },
  });
  for (const variant of variants) {
    const variantVersion = toPageVersion(campaign, formOf(fields, variant), variant.id);
    if (variantVersion.version === variant.pageVersion) continue;
    await store(db, variantVersion);
    await db.update(AbTestVariant, { id: variant.id }, { pageVersion: variantVersion.version });
  }
}

/** Updates the page versions of all campaigns of a client, because their disclosures contain its name. */
export async function savePageVersions(db: EntityManager, clientId: string): Promise<void> {
  const campaigns = await db.find(Campaign, { select: { id: true }, where: { clientId }, order: { id: 'ASC' } });
  for (const { id } of campaigns) await savePageVersion(db, id);
}

function toPageVersion({ id, client, ...campaign }: Campaign, fields: FormField[], variantId?: string) {
  const disclosure = shownDisclosure(campaign.disclosure, fields, client.businessName);
  const form = fields.map((field) => [
    field.id,
    field.type,
    field.label,
    field.placeholder,
    field.required,
    field.options,
  ]);
  // What a page does not have is left out, so that its version is that of earlier releases.
  const parts = [campaign.adConsentText, variantId].filter(Boolean);
  const shown = [disclosure, form, ...parts];
  return {
    campaignId: id,
    version: createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12),
    variantId: variantId ?? null,
    disclosure,
    adConsentText: campaign.adConsentText || null,
    formLabels: Object.fromEntries(fields.map((field) => [field.id, field.label])),
  };
}

const store = (db: EntityManager, pageVersion: ReturnType<typeof toPageVersion>) =>
  db
    .createQueryBuilder()
    .insert()
    .into(PageVersion)
    .values(pageVersion)
    // The same form was saved before, perhaps by an earlier release without labels.
    .orUpdate(['form_labels', 'ad_consent_text'], ['campaign_id', 'version'])
    .execute();
