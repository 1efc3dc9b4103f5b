import { isUUID } from 'class-validator';
import { type EntityManager, In } from 'typeorm';
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity';
import { Client, ClientStatus } from '../clients/client.entity';

/** The address of a landing page: the client's handle or ID, and the campaign's current or a previous slug. */
export interface LandingKey {
  client: string;
  slug: string;
}

/** An active campaign with its client. */
export interface Landing {
  client: Client;
  campaign: Campaign;
}

const FIND = `
  SELECT key.position::int - 1 AS position, client.id AS "clientId", coalesce(campaign.id, redirect.campaign_id) AS "campaignId"
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS key (id, handle, slug, position)
  JOIN clients client ON client.id = key.id OR client.handle = key.handle
  LEFT JOIN campaigns campaign ON campaign.client_id = client.id AND campaign.slug = key.slug
  LEFT JOIN slug_redirects redirect ON redirect.client_id = client.id AND redirect.slug = key.slug`;

/** Finds active campaigns with three statements. Returns null for a campaign that is unknown or inactive. */
export async function findLandings(db: EntityManager, keys: readonly LandingKey[]): Promise<(Landing | null)[]> {
  const found = await db.query<{ position: number; clientId: string; campaignId: string | null }[]>(FIND, [
    keys.map(({ client }) => (isUUID(client) ? client : null)),
    keys.map(({ client }) => (isUUID(client) ? null : client.toLowerCase())),
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
