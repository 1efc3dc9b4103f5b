import DataLoader from 'dataloader';
import { type EntityManager, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { FormField } from '../campaigns/form-field.entity';
import { Client } from '../clients/client.entity';
import { findLandings, type LandingKey } from '../landing/find-landings';
import { loadLandingImages } from '../landing/load-landing-images';
import { CampaignDraft, SequenceDraft } from '../drafts/draft.entity';
import { Lead } from '../leads/lead.entity';
import { Consent } from '../leads/consent/consent.entity';
import { loadTagsOfClients, loadTagsOfLeads } from '../leads/tags/load-tags';
import { loadNotificationStates, type NotificationStateKey } from '../notifications/load-notification-states';
import { Enrollment } from '../enrollments/enrollment.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { messageProgressLoader } from '../messages/conversation/message-progress';
import { reasonNotToWriteLoader } from '../messages/conversation/reason-not-to-write';
import { Sequence, Step } from '../sequences/sequence.entity';
import { loadTimelines } from '../enrollments/load-timeline';
import type { TimelineEntry } from '../enrollments/timeline.types';
import { RetentionPolicy } from '../privacy/retention-policy.entity';
import { Sender } from '../senders/sender.entity';
import { Member } from '../sessions/members/member.entity';
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
  loadScanAnalytics,
} from '../stats/load-stats';
import { loadCopyCounts, loadPlaybookFigures } from '../playbooks/load-playbook-figures';
import { loadPushPlans, type PushRequest } from '../playbooks/load-push-plans';
import { Placement } from '../placements/placement.entity';
import { loadPlacementStats } from '../placements/load-placement-stats';
import { AbTestVariant } from '../ab-tests/ab-test-variant.entity';
import { findTestedVariants } from '../ab-tests/find-tested-variants';
import { messageStatsLoader } from '../ab-tests/load-message-stats';
import { loadVariantStats } from '../ab-tests/load-variant-stats';
import { Webhook } from '../webhooks/webhook.entity';
import { connectionLoader } from './connections/connections';
import { fail } from './errors';

/** Batches the lookups of one request, so that a list needs one SQL statement per field instead of one per row. */
export type Loaders = ReturnType<typeof createLoaders>;

/** @param withHeld whether the caller may see leads over the monthly limit */
export function createLoaders(db: EntityManager, withHeld: boolean) {
  return {
    campaignCounts: new DataLoader((ids: readonly string[]) => loadCampaignCounts(db, ids)),
    leadCounts: new DataLoader((ids: readonly string[]) => loadLeadCounts(db, ids)),
    spamCounts: new DataLoader((ids: readonly string[]) => loadSpamCounts(db, ids)),
    messageCounts: new DataLoader((ids: readonly string[]) => loadMessageCounts(db, ids)),
    clientUsage: new DataLoader((ids: readonly string[]) => loadClientUsage(db, ids)),
    clientDays: new DataLoader((requests: readonly ClientDaysRequest[]) => loadClientDays(db, requests), {
      cacheKeyFn: ({ clientId, days, until }) => `${clientId} ${days} ${until}`,
    }),
    sources: new DataLoader((requests: readonly SourcesKey[]) => loadSources(db, requests), {
      cacheKeyFn: ({ clientId, days, until, campaignId }) => `${clientId} ${days} ${until} ${campaignId}`,
    }),
    campaignStats: new DataLoader((ids: readonly string[]) => loadCampaignStats(db, ids)),
    scanAnalytics: new DataLoader((ids: readonly string[]) => loadScanAnalytics(db, ids)),
    timeline: new DataLoader<Lead, TimelineEntry[], string>((leads) => loadTimelines(db, leads), {
      cacheKeyFn: ({ id }) => id,
    }),
    connection: connectionLoader(db),
    client: rowLoader(db, Client, 'Client'),
    campaign: rowLoader(db, Campaign, 'Campaign'),
    sequence: rowLoader(db, Sequence, 'Sequence'),
    lead: rowLoader(db, Lead, 'Lead', withHeld ? {} : { held: false }),
    enrollment: rowLoader(db, Enrollment, 'Enrollment'),
    message: rowLoader(db, SmsMessage, 'Message'),
    abTestVariant: rowLoader(db, AbTestVariant, 'Variant'),
    webhook: rowLoader(db, Webhook, 'Webhook'),
    username: new DataLoader(async (ids: readonly string[]) => {
      const users = await db.find(User, { select: { id: true, username: true }, where: { id: In([...ids]) } });
      const names = new Map(users.map(({ id, username }) => [id, username]));
      return ids.map((id) => names.get(id) ?? '');
    }),
    sender: new DataLoader(async (ids: readonly string[]) => {
      const senders = new Map((await db.findBy(Sender, { clientId: In([...ids]) })).map((row) => [row.clientId, row]));
      return ids.map((id) => senders.get(id) ?? null);
    }),
    retentionPolicy: new DataLoader(async (ids: readonly string[]) => {
      const policies = await db.findBy(RetentionPolicy, { clientId: In([...ids]) });
      const byClient = new Map(policies.map((policy) => [policy.clientId, policy]));
      return ids.map(
        (clientId) => byClient.get(clientId) ?? db.create(RetentionPolicy, { clientId, leadDays: null, version: 0 }),
      );
    }),
    landing: new DataLoader((keys: readonly LandingKey[]) => findLandings(db, keys), {
      cacheKeyFn: ({ client, slug }) => `${client ?? ''}/${slug}`,
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
    campaignDraft: new DataLoader(async (ids: readonly string[]) => {
      const drafts = await db.findBy(CampaignDraft, { campaignId: In([...ids]) });
      return ids.map((id) => drafts.find(({ campaignId }) => campaignId === id) ?? null);
    }),
    sequenceDraft: new DataLoader(async (ids: readonly string[]) => {
      const drafts = await db.findBy(SequenceDraft, { sequenceId: In([...ids]) });
      return ids.map((id) => drafts.find(({ sequenceId }) => sequenceId === id) ?? null);
    }),
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
    reasonNotToWrite: reasonNotToWriteLoader(db),
    messageProgress: messageProgressLoader(db),
    leadTags: new DataLoader((ids: readonly string[]) => loadTagsOfLeads(db, ids)),
    clientTags: new DataLoader((ids: readonly string[]) => loadTagsOfClients(db, ids)),
    leadOwner: new DataLoader(async (ids: readonly string[]) => {
      const members = await db.find(Member, { select: { id: true, name: true }, where: { id: In([...ids]) } });
      const owners = new Map(members.map((member) => [member.id, member]));
      return ids.map((id) => owners.get(id) ?? null);
    }),
    leadOwners: rowsLoader(
      (ids) =>
        db.find(Member, {
          select: { id: true, name: true, clientId: true },
          where: { clientId: In(ids) },
          order: { name: 'ASC', id: 'ASC' },
        }),
      'clientId',
    ),
    notificationState: new DataLoader((keys: readonly NotificationStateKey[]) => loadNotificationStates(db, keys), {
      // Subscribers of several accounts share the loaders.
      cacheKeyFn: ({ clientId, adminId, memberId }) => `${clientId} ${adminId} ${memberId}`,
    }),
    placementStats: new DataLoader((placements: readonly Placement[]) => loadPlacementStats(db, placements), {
      cacheKeyFn: ({ id }) => id,
    }),
    playbookCopyCounts: new DataLoader((ids: readonly string[]) => loadCopyCounts(db, ids)),
    playbookFigures: new DataLoader((ids: readonly string[]) => loadPlaybookFigures(db, ids)),
    playbookPush: new DataLoader((requests: readonly PushRequest[]) => loadPushPlans(db, requests), {
      cacheKeyFn: ({ copy, number }) => `${copy.id} ${number}`,
    }),
    placement: new DataLoader(
      async (keys: readonly { clientId: string; code: string }[]) => {
        const placements = await db.findBy(Placement, { code: In(keys.map(({ code }) => code)) });
        // Anybody can send the source of another client's placement.
        return keys.map(
          ({ clientId, code }) => placements.find((row) => row.code === code && row.clientId === clientId) ?? null,
        );
      },
      { cacheKeyFn: ({ clientId, code }) => `${clientId} ${code}` },
    ),
    abTestVariants: rowsLoader(
      (ids) => db.find(AbTestVariant, { where: { testId: In(ids) }, order: { position: 'ASC' } }),
      'testId',
    ),
    abTestStats: new DataLoader((ids: readonly string[]) => loadVariantStats(db, ids)),
    testedVariants: new DataLoader((campaignIds: readonly string[]) => findTestedVariants(db, campaignIds)),
    messageStats: messageStatsLoader(db),
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

/** Creates a loader of one row per id. `load` throws NOT_FOUND if the row was deleted meanwhile; `find` returns null. */
function rowLoader<Row extends { id: string }>(
  db: EntityManager,
  entity: EntityTarget<Row>,
  label: string,
  where: FindOptionsWhere<Row> = {},
) {
  const loader = new DataLoader(async (ids: readonly string[]) => {
    const rows = await db.find(entity, { where: { ...where, id: In([...ids]) } as FindOptionsWhere<Row> });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
  const find = (id: string) => loader.load(id);
  const load = async (id: string) => {
    const row = await find(id);
    if (!row) throw fail('NOT_FOUND', `${label} not found`);
    return row;
  };
  return { find, load };
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
