import type { EntityManager } from 'typeorm';
import type { AdminStats, CampaignStats, ClientUsage, ScanAnalytics } from './stats.types';

const LEAD_COUNTS = `
  coalesce(sum(leads) FILTER (WHERE NOT held), 0)::int AS "totalLeads",
  coalesce(sum(leads) FILTER (WHERE NOT held AND status IN ('qualified', 'converted')), 0)::int AS conversions,
  coalesce(sum(leads) FILTER (WHERE held), 0)::int AS "heldLeads"`;

/** Campaign counts of one client. */
export interface CampaignCounts {
  totalCampaigns: number;
  activeCampaigns: number;
}

/** Lead counts of one client. */
export interface LeadCounts {
  totalLeads: number;
  conversions: number;
  heldLeads: number;
}

/** Message counts of one client. */
export interface MessageCounts {
  totalSMSMessages: number;
}

/** Counts the campaigns of many clients in one statement. */
export async function loadCampaignCounts(db: EntityManager, ids: readonly string[]): Promise<CampaignCounts[]> {
  const rows = await db.query<({ id: string } & CampaignCounts)[]>(
    `SELECT client_id AS id, count(*)::int AS "totalCampaigns", count(*) FILTER (WHERE status = 'active')::int AS "activeCampaigns"
     FROM campaigns WHERE client_id = ANY($1) GROUP BY client_id`,
    [ids],
  );
  return inOrder(ids, rows, { totalCampaigns: 0, activeCampaigns: 0 });
}

/** Counts the leads of many clients in one statement. */
export async function loadLeadCounts(db: EntityManager, ids: readonly string[]): Promise<LeadCounts[]> {
  const rows = await db.query<({ id: string } & LeadCounts)[]>(
    `SELECT client_id AS id, ${LEAD_COUNTS} FROM lead_counts WHERE client_id = ANY($1) GROUP BY client_id`,
    [ids],
  );
  return inOrder(ids, rows, { totalLeads: 0, conversions: 0, heldLeads: 0 });
}

/** Counts the spam submissions of many clients in one statement. */
export async function loadSpamCounts(db: EntityManager, ids: readonly string[]): Promise<{ spamLeads: number }[]> {
  const rows = await db.query<{ id: string; spamLeads: number }[]>(
    `SELECT client_id AS id, sum(count)::int AS "spamLeads" FROM campaign_counts WHERE client_id = ANY($1) AND kind = 'spam' GROUP BY client_id`,
    [ids],
  );
  return inOrder(ids, rows, { spamLeads: 0 });
}

/** Counts the sent messages of many clients in one statement. */
export async function loadMessageCounts(db: EntityManager, ids: readonly string[]): Promise<MessageCounts[]> {
  const rows = await db.query<({ id: string } & MessageCounts)[]>(
    `SELECT client_id AS id, sum(count)::int AS "totalSMSMessages" FROM campaign_counts WHERE client_id = ANY($1) AND kind = 'sent_messages' GROUP BY client_id`,
    [ids],
  );
  return inOrder(ids, rows, { totalSMSMessages: 0 });
}

/** Loads this month's usage of many clients in one statement. */
export async function loadClientUsage(db: EntityManager, ids: readonly string[]): Promise<ClientUsage[]> {
  const rows = await db.query<({ id: string } & ClientUsage)[]>(
    `SELECT c.id,
       coalesce(sum(u.used) FILTER (WHERE u.kind = 'campaigns'), 0)::int AS "campaignsThisMonth",
       coalesce(sum(u.used) FILTER (WHERE u.kind = 'leads'), 0)::int AS "leadsThisMonth",
       coalesce(sum(u.used) FILTER (WHERE u.kind = 'sms'), 0)::int AS "smsThisMonth",
       coalesce(sum(u.segments), 0)::int AS "segmentsThisMonth"
     FROM clients c
     LEFT JOIN usage_counters u ON u.client_id = c.id AND u.month = date_trunc('month', now() AT TIME ZONE c.time_zone)
     WHERE c.id = ANY($1) GROUP BY c.id`,
    [ids],
  );
  return inOrder(ids, rows, { campaignsThisMonth: 0, leadsThisMonth: 0, smsThisMonth: 0, segmentsThisMonth: 0 });
}

/** Loads the stats of many campaigns in one statement. */
export async function loadCampaignStats(db: EntityManager, ids: readonly string[]): Promise<CampaignStats[]> {
  const rows = await db.query<({ id: string } & CampaignStats)[]>(
    `SELECT requested.id,
       coalesce(l."totalLeads", 0) AS "totalLeads", coalesce(l.conversions, 0) AS conversions, coalesce(s.count, 0) AS "smsSent",
       coalesce(v.scans, 0) AS "totalScans", coalesce(v.views, 0) AS "totalViews"
     FROM unnest($1::uuid[]) AS requested (id)
     LEFT JOIN (SELECT campaign_id, ${LEAD_COUNTS} FROM lead_counts WHERE campaign_id = ANY($1) GROUP BY campaign_id) l ON l.campaign_id = requested.id
     LEFT JOIN campaign_counts s ON s.campaign_id = requested.id AND s.kind = 'sent_messages'
     LEFT JOIN (SELECT campaign_id, sum(count)::int AS views, sum(count) FILTER (WHERE is_scan(source))::int AS scans
                FROM source_counts WHERE campaign_id = ANY($1) AND day = '-infinity' AND kind = 'views' GROUP BY campaign_id) v ON v.campaign_id = requested.id`,
    [ids],
  );
  return inOrder(ids, rows, { totalLeads: 0, conversions: 0, smsSent: 0, totalScans: 0, totalViews: 0 });
}

/** Loads the totals of all clients. */
export async function loadAdminStats(db: EntityManager): Promise<AdminStats> {
  const [row] = await db.query<[AdminStats]>(
    `SELECT (SELECT count(*)::int FROM clients) AS "totalClients",
            (SELECT count(*)::int FROM campaigns WHERE status = 'active') AS "activeCampaigns",
            (SELECT coalesce(sum(leads), 0)::int FROM lead_counts WHERE NOT held) AS "totalLeads",
            (SELECT coalesce(sum(leads), 0)::int FROM lead_counts WHERE held) AS "heldLeads",
            (SELECT coalesce(sum(count), 0)::int FROM campaign_counts WHERE kind = 'sent_messages') AS "totalSMSMessages"`,
  );
  return row;
}

/** Sources that are listed individually. Anyone can invent sources, so the rest is combined. */
const MAX_LISTED_SOURCES = 100;

/** Loads the views of many campaigns in one statement: the total, by source and by day. */
export async function loadScanAnalytics(db: EntityManager, campaignIds: readonly string[]): Promise<ScanAnalytics[]> {
  return db.query<ScanAnalytics[]>(
    `SELECT loaded.* FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, nth) CROSS JOIN LATERAL (
       WITH counted AS (SELECT day, source, count AS views FROM source_counts WHERE campaign_id = requested.id AND kind = 'views'
       ), totals AS (SELECT source, views, row_number() OVER (ORDER BY source = 'others', views DESC, source) AS rank FROM counted WHERE day = '-infinity'
       ), sources AS (SELECT CASE WHEN rank <= ${MAX_LISTED_SOURCES} THEN source ELSE 'others' END AS source, sum(views)::int AS views FROM totals GROUP BY 1
       ), days AS (
         SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(views)::int AS views, coalesce(sum(views) FILTER (WHERE is_scan(source)), 0)::int AS scans
         FROM counted WHERE day > '-infinity' GROUP BY counted.day
       )
       SELECT (SELECT coalesce(sum(views), 0)::int FROM totals) AS "totalViews",
              (SELECT coalesce(sum(views), 0)::int FROM totals WHERE is_scan(source)) AS "totalScans",
              (SELECT coalesce(json_agg(json_build_object('source', source, 'views', views,
                 'placementName', placement_name((SELECT client_id FROM campaigns WHERE id = requested.id), source)) ORDER BY views DESC, source), '[]') FROM sources) AS "bySource",
              (SELECT coalesce(json_agg(days ORDER BY day), '[]') FROM days) AS "byDay"
     ) loaded ORDER BY requested.nth`,
    [campaignIds],
  );
}

function inOrder<Row, Found extends { id: string } & Row>(ids: readonly string[], rows: Found[], defaults: Row): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? defaults);
}
