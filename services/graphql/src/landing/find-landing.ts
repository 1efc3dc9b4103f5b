import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity';
import { SlugRedirect } from '../campaigns/slug-redirect.entity';
import { Client, ClientStatus } from '../clients/client.entity';
import { fail } from '../api/errors';

/**
 * Finds an active campaign by its current or a previous slug.
 *
 * @param client the client's handle or id
 * @throws NOT_FOUND if the client or the campaign is unknown or inactive
 */
export async function findLanding(
  db: EntityManager,
  client: string,
  slug: string,
): Promise<{ client: Client; campaign: Campaign }> {
  const owner = await db.findOneBy(Client, isUUID(client) ? { id: client } : { handle: client.toLowerCase() });
  const campaign = owner && (await findBySlug(db, owner.id, slug.toLowerCase()));
  if (campaign?.status !== CampaignStatus.active || owner?.status !== ClientStatus.active)
    throw fail('NOT_FOUND', 'Campaign not found');
  return { client: owner, campaign };
}

async function findBySlug(db: EntityManager, clientId: string, slug: string): Promise<Campaign | null> {
  const campaign = await db.findOneBy(Campaign, { clientId, slug });
  if (campaign) return campaign;
  const former = await db.findOneBy(SlugRedirect, { clientId, slug });
  return former && db.findOneBy(Campaign, { id: former.campaignId });
}
