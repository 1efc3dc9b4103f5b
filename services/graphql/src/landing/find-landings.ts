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
  /** Active campaigns that say the same in other languages, one for each. */
  translations: Translation[];
}

type Translation = Pick<Campaign, 'slug' | 'language'>;

// OFFSET keeps the expression from becoming a condition on a table, for which Postgres would read all of its rows.
const FIND = `
  SELECT key.position::int - 1 AS position, client.id AS "clientId", coalesce(placement.campaign_id, campaign.id, redirect.campaign_id) AS "campaignId"
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS key (id, handle, slug, position)
  LEFT JOIN placements placement ON key.id IS NULL AND key.handle IS NULL AND placement.code = key.slug
  LEFT JOIN clients named ON named.handle = key.handle
  CROSS JOIN LATERAL (SELECT coalesce(key.id, named.id, placement.client_id) AS id OFFSET 0) client
  LEFT JOIN campaigns campaign ON placement.id IS NULL AND campaign.client_id = client.id AND campaign.slug = key.slug
  LEFT JOIN slug_redirects redirect ON placement.id IS NULL AND redirect.client_id = client.id AND redirect.slug = key.slug`;

/** Finds active campaigns with four statements. Returns null for a campaign that is unknown or inactive. */
export async function findLandings(db: EntityManager, keys: readonly LandingKey[]): Promise<(Landing | null)[]> {
  const found = await db.query<{ position: number; clientId: string | null; campaignId: string | null }[]>(FIND, [
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
  const translations = await findTranslations(db, campaigns);
  const landings = keys.map((): Landing | null => null);
  for (const { position, clientId, campaignId } of found) {
    const client = clientsById.get(clientId ?? '');
    const campaign = campaignsById.get(campaignId ?? '');
    if (client && campaign)
      landings[position] = { client, campaign, translations: translations.get(campaign.id) ?? [] };
  }
  return landings;
}

/** Finds the translations of campaigns by their ID. Of several in one language, it is the first. */
async function findTranslations(db: EntityManager, campaigns: Campaign[]): Promise<Map<string, Translation[]>> {
  const groupOf = ({ id, translationOfId }: Campaign) => translationOfId ?? id;
  const groups = In([...new Set(campaigns.map(groupOf))]);
  const active = { status: CampaignStatus.active };
  const related = await db.find(Campaign, {
    select: { id: true, clientId: true, translationOfId: true, slug: true, language: true },
    where: [
      { ...active, id: groups },
      { ...active, translationOfId: groups },
    ],
    // The original is the first.
    order: { translationOfId: { direction: 'ASC', nulls: 'FIRST' }, createdAt: 'ASC', id: 'ASC' },
  });
  return new Map(
    campaigns.map((campaign) => {
      const others = related.filter(
        (other) =>
          other.clientId === campaign.clientId &&
          groupOf(other) === groupOf(campaign) &&
          other.language !== campaign.language,
      );
      const byLanguage = new Map(others.toReversed().map((other) => [other.language, other]));
      const sorted = [...byLanguage.values()].sort((a, b) => a.language.localeCompare(b.language));
      return [campaign.id, sorted.map(({ slug, language }) => ({ slug, language }))];
    }),
  );
}
