import { isUUID } from 'class-validator';
import { type EntityManager, In } from 'typeorm';
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity';
import { Client, ClientStatus } from '../clients/client.entity';

/**
 * The address of a landing page: the client's handle or ID, and the campaign's current or a previous slug. Without a
 * client, the slug is the code of a placement.
 */
export interface LandingKey {
  client: string | null;
  slug: string;
}

/** An active campaign with its client. */
export interface Landing {
  client: Client;
  campaign: Campaign;
}

const FIND = `
  SELECT key.position::int - 1 AS position, client.id AS "clientId", coalesce(placement.campaign_id, campaign.id, redirect.campaign_id) AS "campaignId"
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS key (id, handle, slug, position)
  LEFT JOIN placements placement ON key.id IS NULL AND key.handle IS NULL AND placement.code = key.slug
  JOIN clients client ON client.id = coalesce(key.id, placement.client_id) OR client.handle = key.handle
  LEFT JOIN campaigns campaign ON placement.id IS NULL AND campaign.client_id = client.id AND campaign.slug = key.slug
  LEFT JOIN slug_redirects redirect ON placement.id IS NULL AND redirect.client_id = client.id AND redirect.slug = key.slug`;

/** Finds active campaigns with three statements. Returns null for a campaign that is unknown or inactive. */
export async function findLandings(db: EntityManager, keys: readonly LandingKey[]): Promise<(Landing | null)[]> {
  const found = await db.query<{ position: number; clientId: string; campaignId: string | null }[]>(FIND, [
    keys.map(({ client }) => (client !== null && isUUID(client) ? client : null)),
    keys.map(({ client }) => (client === null || isUUID(client) ? null : client.toLowerCase())),
    keys.map(({ slug }) => slug.toLowerCase()),
  ]);
  const clients = await db.findBy(Client, {
    id: In(found.map(({ clientId }) => clientId)),
    status: ClientStatus.active,
  });
  const campaigns = await db.findBy(Campaign, {
    id: In(found.map(({ campaignId }) => campaignId)),
    status: CampaignStatus.active,
  });
  const clientsById = new Map(clients.map((client) => [client.id, client]));
  const campaignsById = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const landings = keys.map((): Landing | null => null);
  for (const { position, clientId, campaignId } of found) {
    const client = clientsById.get(clientId);
    const campaign = campaignsById.get(campaignId ?? '');
    if (client && campaign) landings[position] = { client, campaign };
  }
  return landings;
}
