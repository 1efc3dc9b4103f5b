import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Campaign } from './campaign.entity';
import { FormField } from './form-field.entity';
import { PageVersion } from './page-version.entity';

/** Updates a campaign's page version from its form and disclosure, and stores what a new version shows. */
export async function savePageVersion(db: EntityManager, campaignId: string): Promise<void> {
  const campaign = await db.findOneOrFail(Campaign, { where: { id: campaignId }, relations: { client: true } });
  const fields = await db.find(FormField, { where: { campaignId }, order: { position: 'ASC' } });
  const disclosure = shownDisclosure(campaign.disclosure, fields, campaign.client.businessName);
  const form = fields.map(({ id, type, label, placeholder, required, options }) => [
    id,
    type,
    label,
    placeholder,
    required,
    options,
  ]);
  const version = createHash('sha256')
    .update(JSON.stringify([disclosure, form]))
    .digest('hex')
    .slice(0, 12);
  if (version === campaign.pageVersion) return;
  await db
    .createQueryBuilder()
    .insert()
    .into(PageVersion)
    .values({
      campaignId,
      version,
      disclosure,
      formLabels: Object.fromEntries(fields.map(({ id, label }) => [id, label])),
    })
    // The same form was saved before, perhaps by an earlier release without labels.
    .orUpdate(['form_labels'], ['campaign_id', 'version'])
    .execute();
  await db.query('UPDATE campaigns SET page_version = $2 WHERE id = $1', [campaignId, version]);
}

/** Updates the page versions of all campaigns of a client, because their disclosures contain its name. */
export async function savePageVersions(db: EntityManager, clientId: string): Promise<void> {
  const campaigns = await db.find(Campaign, { select: { id: true }, where: { clientId }, order: { id: 'ASC' } });
  for (const { id } of campaigns) await savePageVersion(db, id);
}
