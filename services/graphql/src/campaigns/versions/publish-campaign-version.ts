import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { Campaign } from '../campaign.entity';
import { FormField } from '../form-field.entity';
import { CampaignVersion } from './campaign-version.entity';

/** Fields that are not content. */
const excluded = [
  ...['id', 'clientId', 'client', 'status', 'archivedAt', 'pageVersion', 'deleting'],
  ...['createdAt', 'updatedAt', 'version'],
];

/** The content of a campaign, and when it was saved. */
interface SavedContent {
  content: Record<string, unknown>;
  savedAt: Date;
}

/** Loads the content of a campaign by the names of `UpdateCampaignInput`. */
export async function loadContent(db: EntityManager, campaignId: string): Promise<SavedContent> {
  const campaign = await db.findOneByOrFail(Campaign, { id: campaignId });
  const fields = await db.find(FormField, { where: { campaignId }, order: { position: 'ASC' } });
  return { content: contentOfCampaign(campaign, fields), savedAt: campaign.updatedAt };
}

/** Returns the content of a campaign with its form fields, by the names of `UpdateCampaignInput`, as JSON values. */
export function contentOfCampaign(campaign: Campaign, formFields: FormField[]): SavedContent['content'] {
  const content = {
    ...Object.fromEntries(Object.entries(campaign).filter(([name]) => !excluded.includes(name))),
    formFields: formFields.map(({ id, type, label, placeholder, required, options }) => ({
      ...{ id, type, label, placeholder, required, options },
    })),
  };
  return JSON.parse(JSON.stringify(content)) as SavedContent['content'];
}

/**
 * Stores the content of a campaign as a new version if it has changed. Call it in the transaction that saved and locked
 * the campaign.
 *
 * @param before the content before, which becomes the first version of a campaign that has none. Null for a new campaign
 */
export async function publishCampaignVersion(
  db: EntityManager,
  { id: campaignId, clientId }: Pick<Campaign, 'id' | 'clientId'>,
  before: SavedContent | null,
  publishedBy: string,
): Promise<void> {
  const current = await loadContent(db, campaignId);
  if (isDeepStrictEqual(before?.content, current.content)) return;
  const newest = await db.findOne(CampaignVersion, { where: { campaignId }, order: { number: 'DESC' } });
  let number = newest?.number ?? 0;
  const insert = ({ content, savedAt }: SavedContent, by: string | null) =>
    db.insert(CampaignVersion, {
      ...{
        clientId,
        campaignId,
        number: (number += 1),
        publishedAt: by === null ? savedAt : new Date(),
        publishedBy: by,
      },
      // TypeORM's types do not allow unknown values.
      content: content as object,
    });
  // The previous release saves campaigns without storing versions.
  if (before && !isDeepStrictEqual(newest?.content, before.content)) await insert(before, null);
  await insert(current, publishedBy);
}
