import DataLoader from 'dataloader';
import { type EntityManager, In } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { FormField } from '../campaigns/form-field.entity';
import { Client } from '../clients/client.entity';
import { findLandings, type LandingKey } from '../landing/find-landings';
import { loadLandingImages } from '../landing/load-landing-images';
import { Lead } from '../leads/lead.entity';
import { Consent } from '../leads/consent/consent.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { Sequence, Step } from '../sequences/sequence.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { Sender } from '../senders/sender.entity';
import { User } from '../sessions/user.entity';
import { type ClientDaysRequest, loadClientDays } from '../stats/load-client-days';
import { loadSources, type SourcesKey } from '../stats/load-sources';
import {
  loadCampaignCounts,
  loadCampaignStats,
  loadClientUsage,
  loadLeadCounts,
  loadSpamCounts,
  loadMessageCounts,
} from '../stats/load-stats';

/** Maximum number of enrollments that a lead lists. A lead enrolls once per sequence of its campaign. */
export const MAX_ENROLLMENTS = 50;

/** Batches the lookups of one request, so that a list needs one SQL statement per field instead of one per row. */
export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(db: EntityManager) {
  return {
    campaignCounts: new DataLoader((ids: readonly string[]) => loadCampaignCounts(db, ids)),
    leadCounts: new DataLoader((ids: readonly string[]) => loadLeadCounts(db, ids)),
    spamCounts: new DataLoader((ids: readonly string[]) => loadSpamCounts(db, ids)),
    messageCounts: new DataLoader((ids: readonly string[]) => loadMessageCounts(db, ids)),
    clientUsage: new DataLoader((ids: readonly string[]) => loadClientUsage(db, ids)),
    clientDays: new DataLoader((requests: readonly ClientDaysRequest[]) => loadClientDays(db, requests), {
      cacheKeyFn: ({ clientId, days }) => `${clientId} ${days}`,
    }),
    sources: new DataLoader((requests: readonly SourcesKey[]) => loadSources(db, requests), {
      cacheKeyFn: ({ clientId, days, campaignId }) => `${clientId} ${days} ${campaignId}`,
    }),
    campaignStats: new DataLoader((ids: readonly string[]) => loadCampaignStats(db, ids)),
    businessName: stringLoader(
      (ids) => db.find(Client, { select: { id: true, businessName: true }, where: { id: In(ids) } }),
      ({ businessName }) => businessName,
    ),
    username: stringLoader(
      (ids) => db.find(User, { select: { id: true, username: true }, where: { id: In(ids) } }),
      ({ username }) => username,
    ),
    clientHandle: stringLoader(
      (ids) => db.find(Client, { select: { id: true, handle: true }, where: { id: In(ids) } }),
      ({ handle }) => handle,
    ),
    campaignName: stringLoader(
      (ids) => db.find(Campaign, { select: { id: true, name: true }, where: { id: In(ids) } }),
      ({ name }) => name,
    ),
    sequenceName: stringLoader(
      (ids) => db.find(Sequence, { select: { id: true, name: true }, where: { id: In(ids) } }),
      ({ name }) => name,
    ),
    sender: new DataLoader(async (ids: readonly string[]) => {
      const senders = new Map((await db.findBy(Sender, { clientId: In([...ids]) })).map((row) => [row.clientId, row]));
      return ids.map((id) => senders.get(id) ?? null);
    }),
    landing: new DataLoader((keys: readonly LandingKey[]) => findLandings(db, keys), {
      cacheKeyFn: ({ client, slug }) => `${client}/${slug}`,
    }),
    landingImage: new DataLoader((paths: readonly string[]) => loadLandingImages(db, paths)),
    formFields: rowsLoader(
      (ids) => db.find(FormField, { where: { campaignId: In(ids) }, order: { position: 'ASC' } }),
      'campaignId',
    ),
    steps: rowsLoader(
      (ids) => db.find(Step, { where: { sequenceId: In(ids) }, order: { position: 'ASC' } }),
      'sequenceId',
    ),
    enrollments: rowsLoader((ids) => loadEnrollments(db, ids), 'leadId'),
    messages: rowsLoader(
      (ids) => db.find(SmsMessage, { where: { enrollmentId: In(ids) }, order: { step: 'ASC' } }),
      'enrollmentId',
    ),
    consent: new DataLoader(async (ids: readonly string[]) => {
      const leads = await db.find(Lead, { select: { id: true, phoneE164: true }, where: { id: In([...ids]) } });
      const consents = await db.find(Consent, { where: { leadId: In([...ids]) }, order: { createdAt: 'DESC' } });
      const numbers = new Map(leads.map(({ id, phoneE164 }) => [id, phoneE164]));
      return ids.map((id) => consents.find((row) => row.leadId === id && row.phoneE164 === numbers.get(id)) ?? null);
    }),
    optedOutAt: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.query<{ id: string; since: Date | null }[]>(
        'SELECT id, suppressed_since(client_id, phone_e164) AS since FROM leads WHERE id = ANY($1) AND phone_e164 IS NOT NULL',
        [ids],
      );
      const times = new Map(rows.map(({ id, since }) => [id, since]));
      return ids.map((id) => times.get(id) ?? null);
    }),
    activeEnrollments: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.query<{ id: string; n: number }[]>(
        `SELECT sequence_id AS id, count(*)::int AS n FROM enrollments WHERE sequence_id = ANY($1) AND status IN ('active', 'held') GROUP BY sequence_id`,
        [ids],
      );
      const counts = new Map(rows.map(({ id, n }) => [id, n]));
      return ids.map((id) => counts.get(id) ?? 0);
    }),
  };
}

/** Loads the enrollments of leads, the first ones of each. */
async function loadEnrollments(db: EntityManager, leadIds: string[]): Promise<Enrollment[]> {
  const rows = await db.query<{ id: string }[]>(
    `SELECT enrollment.id FROM unnest($1::uuid[]) lead (id) CROSS JOIN LATERAL (
       SELECT id FROM enrollments WHERE lead_id = lead.id ORDER BY created_at, id LIMIT ${MAX_ENROLLMENTS}
     ) enrollment`,
    [leadIds],
  );
  return db.find(Enrollment, { where: { id: In(rows.map(({ id }) => id)) }, order: { createdAt: 'ASC', id: 'ASC' } });
}

/** Loads one text per id; the empty string when the row does not exist. */
function stringLoader<Row extends { id: string }>(find: (ids: string[]) => Promise<Row[]>, text: (row: Row) => string) {
  return new DataLoader(async (ids: readonly string[]) => {
    const textsById = new Map((await find([...ids])).map((row) => [row.id, text(row)]));
    return ids.map((id) => textsById.get(id) ?? '');
  });
}

/** Loads the rows whose `key` column equals each id, in query order. */
function rowsLoader<Key extends string, Row extends Record<Key, string>>(
  find: (ids: string[]) => Promise<Row[]>,
  key: Key,
) {
  return new DataLoader(async (ids: readonly string[]) => {
    const groups = new Map<string, Row[]>(ids.map((id) => [id, []]));
    for (const row of await find([...ids])) groups.get(row[key])?.push(row);
    return ids.map((id) => groups.get(id) ?? []);
  });
}
