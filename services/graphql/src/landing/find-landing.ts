import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity';
import { Client, ClientStatus } from '../clients/client.entity';
import { fail } from '../failure';

/** The campaign that visitors find under a client's handle or id and a slug; NOT_FOUND where either is unknown or inactive. */
export async function findLanding(db: EntityManager, client: string, slug: string): Promise<{ client: Client; campaign: Campaign }> {
  const owner = await db.findOneBy(Client, isUUID(client) ? { id: client } : { handle: client.toLowerCase() });
  const campaign = owner && (await db.findOneBy(Campaign, { clientId: owner.id, slug: slug.toLowerCase() }));
  if (campaign?.status !== CampaignStatus.active || owner?.status !== ClientStatus.active) throw fail('NOT_FOUND', 'Campaign not found');
  return { client: owner, campaign };
}
