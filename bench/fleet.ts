import type { Client } from 'pg';
import { eventually } from '@dripline/runtime/testing/eventually';
import { ATTENTION } from './attention-baseline';
import type { Benchmark } from './compare';
import { CLIENTS as CLIENTS_WITH_COUNTED_LEADS } from './read-comparisons';

/** Rows of the agency that is compared. */
export const FLEET = { clients: 10_000, campaignsPerClient: 2, days: 10, leadsPerCampaignAndDay: 50 };
const LEADS = FLEET.clients * FLEET.campaignsPerClient * FLEET.days * FLEET.leadsPerCampaignAndDay;
export const fleetSize = `${FLEET.clients.toLocaleString('en')} clients, ${LEADS.toLocaleString('en')} leads`;

/** The triggers that count leads. */
const COUNTING = [
  ['leads', 'count_added'],
  ['leads', 'count_sources_added'],
  ['leads', 'count_lead_figures_insert'],
  ['source_counts', 'count_source_figures_insert'],
  ['source_counts', 'count_source_figures_update'],
];

/** The leads of the day that is $1 days ago. Those of every twentieth client are 20 days older, so that it needs attention. */
const LEADS_OF_DAY = `
  INSERT INTO leads (id, client_id, campaign_id, status, held, form_data, full_name, email, phone, phone_e164, source, created_at, local_day)
  SELECT uuidv7(), client_id, campaign_id, (ARRAY['new', 'contacted', 'qualified', 'converted'])[1 + n % 4]::lead_status, $1::int = 1 AND n = 1 AND nth % 50 = 0,
    json_build_object('fullName', 'Person ' || at, 'phone', '(415) 555-' || lpad((at % 10000)::text, 4, '0')), 'Person ' || at, 'person' || at || '@example.com',
    '(415) 555-' || lpad((at % 10000)::text, 4, '0'), '+1415555' || lpad((at % 10000)::text, 4, '0'), (ARRAY['qr', 'flyer', NULL])[1 + nth % 3],
    time, (time AT TIME ZONE 'America/New_York')::date
  FROM (
    SELECT k.client_id, k.campaign_id, k.nth, n, ($1::bigint * ${FLEET.leadsPerCampaignAndDay} + n) * 100000 + k.at AS at,
      date_trunc('day', now()) - $1::int * interval '1 day' - CASE WHEN nth % 20 = 0 THEN interval '20 days' ELSE '0' END + interval '16 hours' + n * interval '7 minutes' + k.at * interval '1 ms' AS time
    FROM fleet_campaigns k CROSS JOIN generate_series(1, ${FLEET.leadsPerCampaignAndDay}) n
  ) leads`;

const NUMBERED = `(SELECT id, (regexp_match(handle, '\\d+$'))[1]::int AS n FROM clients WHERE handle LIKE 'fleet-%') c`;

/** The limit of leads of clients with held leads is used up, so that none is released. */
const USAGE_COUNTERS = `INSERT INTO usage_counters (client_id, month, kind, used, segments)
   SELECT c.id, date_trunc('month', now() AT TIME ZONE 'America/New_York') - m * interval '1 month', kind,
     CASE WHEN kind = 'campaigns' THEN c.n % 12 WHEN kind = 'leads' AND c.n % 50 = 0 THEN 1000 ELSE (c.n * 37 + m) % 1100 END, CASE kind WHEN 'sms' THEN (c.n * 37 + m) % 1100 * 2 ELSE 0 END
   FROM ${NUMBERED}, generate_series(0, 7) m, unnest(ARRAY['campaigns', 'leads', 'sms']) kind`;

/** What else the console reads: forecasts, pauses, rejected senders, failing webhooks, opt-outs and rates. */
const OTHERS = [
  `INSERT INTO campaign_counts (campaign_id, client_id, kind, count) SELECT campaign_id, client_id, 'sent_messages', 300 FROM fleet_campaigns`,
  `INSERT INTO sequences (client_id, campaign_id, name, trigger_event, paused_at)
   SELECT client_id, campaign_id, 'Welcome', 'lead_created', CASE WHEN nth % 60 = 7 THEN now() END FROM fleet_campaigns`,
  `INSERT INTO senders (client_id, from_number, rejected_code, rejected_at)
   SELECT id, '+1' || 2000000000 + n, CASE WHEN n % 100 = 3 THEN 'twilio_30034' END, CASE WHEN n % 100 = 3 THEN now() END FROM ${NUMBERED}`,
  `INSERT INTO webhooks (client_id, url, events, encrypted_secret, failing_since)
   SELECT id, 'https://example.com', '{}', '', CASE WHEN n % 40 = 9 THEN now() END FROM ${NUMBERED}`,
  `INSERT INTO replies (client_id, lead_id, provider_id, body, intent)
   SELECT c.id, l.id, 'RM' || l.id, 'STOP', 'stop'
   FROM ${NUMBERED} CROSS JOIN LATERAL (SELECT id FROM leads WHERE client_id = c.id LIMIT 40) l WHERE c.n % 10 = 0`,
  `INSERT INTO message_forecasts (client_id, month, monthly_sms_limit, total, exceeds_limit_on, computed_at)
   SELECT id, date_trunc('month', now() AT TIME ZONE 'America/New_York'), 1000, 500 + n % 600, CASE WHEN n % 600 > 500 THEN current_date END, now() + interval '1 day' FROM ${NUMBERED}
   ON CONFLICT (client_id) DO UPDATE SET total = excluded.total, exceeds_limit_on = excluded.exceeds_limit_on, computed_at = excluded.computed_at`,
  `INSERT INTO rates (currency, from_month, base_fee, per_lead, per_segment, changed_by) VALUES ('USD', '2020-01', 99, 0.5, 0.02, '')`,
];

/** Fills an empty database with an agency. The product's triggers and its job count the leads. */
export async function seedFleet(db: Client, log: (line: string) => void): Promise<void> {
  const run = async (name: string, sql: string, values: unknown[] = []) => {
    const started = Date.now();
    await db.query(sql, values);
    log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  };
  await db.query(
    `SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`,
  );
  await run(
    'clients',
    `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone, webhooks_enabled, monthly_segment_limit)
     SELECT 'fleet-' || n, 'Business ' || n, 'owner' || n || '@example.com', '+14155550100', 'America/New_York', true, 2000 FROM generate_series(1, ${FLEET.clients}) n`,
  );
  await run(
    'campaigns',
    `INSERT INTO campaigns (client_id, name, slug) SELECT c.id, 'Campaign ' || k, 'campaign-' || k FROM ${NUMBERED}, generate_series(1, ${FLEET.campaignsPerClient}) k;
     CREATE TEMP TABLE fleet_campaigns AS SELECT k.id AS campaign_id, k.client_id, c.n AS nth, row_number() OVER (ORDER BY c.n, k.slug) AS at FROM campaigns k JOIN ${NUMBERED} ON c.id = k.client_id;
     ANALYZE`,
  );
  await run('usage', USAGE_COUNTERS);
  // The indexes that lists of clients read are created after the rows, which is many times faster.
  const { rows: indexes } = await db.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename = 'leads' AND indexname <> 'leads_pkey'`,
  );
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  // Only the triggers that count run, because foreign keys are checked row by row.
  for (const [table, trigger] of COUNTING) await db.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${trigger}`);
  await db.query('SET session_replication_role = replica');
  for (let day = FLEET.days; day >= 1; day -= 1) {
    await run(`leads of ${day} days ago`, LEADS_OF_DAY, [day]);
    await db.query('ANALYZE source_counts, lead_counts');
  }
  await db.query('SET session_replication_role = origin');
  for (const { name, sql } of indexes) if (/_(client_id|held)_idx$/.test(name)) await run(name, sql);
  for (const sql of OTHERS) await run(sql.slice(12, 30), sql);
  await run('statistics', 'VACUUM ANALYZE');
  const added = Date.now();
  await eventually(async () => (await db.query('SELECT FROM figure_changes LIMIT 1')).rowCount === 0, {
    timeout: 600_000,
    interval: 1_000,
  });
  log(`figures are added up after: ${((Date.now() - added) / 1000).toFixed(1)} s`);
  await run('statistics', 'VACUUM ANALYZE daily_figures');
}

const CLIENT = `id businessName timeZone smsAutoReplyEnabled monthlyCampaignLimit monthlyLeadLimit monthlySMSLimit monthlySegmentLimit version
  stats { heldLeads } usage { campaignsThisMonth leadsThisMonth smsThisMonth segmentsThisMonth }`;
const FIGURES = [
  ...['views', 'scans', 'leads', 'contacted', 'qualified', 'converted'],
  ...['replied', 'replied_in_hour', 'replied_in_day', 'messages', 'replies', 'opt_outs'],
];
const figures = FIGURES.map((figure) => figure.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())).join(' ');
const sums = FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ');

/** What each tab of the console loads first. */
const OVERVIEW = `{ clientsNeedingAttention(first: 25) { nodes { id severity client { ${CLIENT} } reasons { kind severity limit count total since code } } totalCount }
  adminStats { totalClients activeCampaigns totalLeads heldLeads totalSMSMessages } }`;
const CLIENTS = `{ clients(first: 25) { nodes { id handle businessName contactEmail notificationPhone username authEnabled status createdAt version
  monthlyCampaignLimit monthlyLeadLimit monthlySMSLimit stats { totalCampaigns totalLeads heldLeads } usage { smsThisMonth } } pageInfo { hasNextPage endCursor } } }`;
const COMPARISON = `{ analyticsRows(by: client, range: { days: 30 }, first: 25) { nodes { id name client { id businessName } figures { ${figures} } } totalCount } }`;
const USAGE = `{ usageTotals { campaigns leads messages segments amount currency }
  monthlyUsage(first: 25) { nodes { id month campaigns leads messages segments campaignLimit leadLimit messageLimit segmentLimit amount currency client { ${CLIENT} } } totalCount } }`;
const daysOf = (scope: string) =>
  `{ analytics(${scope}range: { days: 30 }) { byDay { day figures { ${figures} } } bySource { source placementName views leads } } }`;

const TOTALS_SQL = `
  SELECT (SELECT count(*) FROM clients), (SELECT count(*) FROM campaigns WHERE status = 'active'), (SELECT sum(leads) FROM lead_counts WHERE NOT held),
    (SELECT sum(leads) FROM lead_counts WHERE held), (SELECT sum(count) FROM campaign_counts WHERE kind = 'sent_messages')`;
const USED = (kind: string, column: string) =>
  `coalesce(max(u.${column}) FILTER (WHERE u.kind = '${kind}'), 0) AS ${kind}_${column}`;
const USAGE_SQL = `
  WITH used AS (
    SELECT c.id, c.business_name, c.time_zone, c.sms_auto_reply_enabled, c.monthly_campaign_limit, c.monthly_lead_limit, c.monthly_sms_limit, c.monthly_segment_limit, c.version,
      ${USED('campaigns', 'used')}, ${USED('leads', 'used')}, ${USED('sms', 'used')}, ${USED('sms', 'segments')}
    FROM clients c LEFT JOIN usage_counters u ON u.client_id = c.id AND u.month = date_trunc('month', now() AT TIME ZONE c.time_zone) GROUP BY c.id
  ), priced AS (
    SELECT used.*, r.currency, round(r.base_fee, 2) + round(leads_used * r.per_lead, 2) + round(sms_segments * r.per_segment, 2) AS amount FROM used CROSS JOIN rates r WHERE r.client_id IS NULL
  )
  SELECT p.*, (SELECT sum(leads) FROM lead_counts k WHERE k.client_id = p.id AND held) AS held FROM (
    SELECT *, count(*) OVER (), sum(campaigns_used) OVER (), sum(leads_used) OVER (), sum(sms_used) OVER (), sum(sms_segments) OVER (), sum(amount) OVER ()
    FROM priced ORDER BY leads_used * 1000 / greatest(monthly_lead_limit, 1) DESC, id LIMIT 25
  ) p`;
const COMPARISON_SQL = `
  SELECT c.id, c.business_name, ${sums}, count(*) OVER () AS total FROM daily_figures f JOIN clients c ON c.id = f.client_id
  WHERE f.scope = 'client' AND f.day BETWEEN current_date - 29 AND current_date GROUP BY c.id, c.business_name ORDER BY sum(leads) DESC, c.id LIMIT 25`;
const CLIENTS_SQL = `
  SELECT c.*, (SELECT count(*) FROM campaigns k WHERE k.client_id = c.id) AS campaigns, l.total, l.held, u.used
  FROM (SELECT * FROM clients ORDER BY created_at DESC, id DESC LIMIT 26) c
  CROSS JOIN LATERAL (SELECT sum(leads) FILTER (WHERE NOT held) AS total, sum(leads) FILTER (WHERE held) AS held FROM lead_counts WHERE client_id = c.id) l
  LEFT JOIN usage_counters u ON u.client_id = c.id AND u.kind = 'sms' AND u.month = date_trunc('month', now() AT TIME ZONE c.time_zone)`;
const CLIENTS_WITH_COUNTERS = `
  SELECT c.*, k.campaigns, l.total, l.held, u.used FROM clients c
  LEFT JOIN (SELECT client_id, count(*) AS campaigns FROM campaigns GROUP BY client_id) k ON k.client_id = c.id
  LEFT JOIN (SELECT client_id, sum(leads) FILTER (WHERE NOT held) AS total, sum(leads) FILTER (WHERE held) AS held FROM lead_counts GROUP BY client_id) l ON l.client_id = c.id
  LEFT JOIN usage_counters u ON u.client_id = c.id AND u.kind = 'sms' AND u.month = date_trunc('month', now() AT TIME ZONE c.time_zone)
  ORDER BY c.created_at DESC, c.id DESC`;

/**
 * Compares what the tabs of the console load with SQL of the same.
 *
 * @param query sends a GraphQL query as an administrator
 * @param get requests a path of the REST API as an administrator
 */
export async function fleetComparisons(
  db: Client,
  query: (text: string) => Promise<unknown>,
  get: (path: string) => Promise<unknown>,
): Promise<Benchmark[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM clients ORDER BY handle LIMIT 1');
  const bySql = (name: string, text: string, ...statements: string[]): Benchmark => ({
    name,
    baselineName:
      statements.length > 1
        ? `${statements.length} hand-written SQL statements with pg`
        : 'one hand-written SQL statement with pg',
    goal: 2,
    product: () => query(text),
    async baseline() {
      for (const statement of statements) await db.query(statement);
    },
  });
  return [
    bySql('Overview: clients that need attention, and the totals', OVERVIEW, ATTENTION, TOTALS_SQL),
    bySql('Analytics: 10,000 clients compared over 30 days', COMPARISON, COMPARISON_SQL),
    bySql('Billing & Limits: the usage of a month', USAGE, USAGE_SQL),
    bySql('Clients: the first page', CLIENTS, CLIENTS_SQL),
    ...[
      ['that counts the leads', CLIENTS_WITH_COUNTED_LEADS],
      ['that reads the counters', CLIENTS_WITH_COUNTERS],
    ].map(([how, statement]) => ({
      name: 'GET /api/clients: 10,000 clients',
      baselineName: `one hand-written SQL statement with pg ${how}`,
      goal: 2,
      product: () => get('/api/clients'),
      baseline: () => db.query(statement!),
    })),
    {
      name: 'Analytics: the figures of all clients for 30 days',
      baselineName: 'the same of one client',
      goal: 2,
      product: () => query(daysOf('')),
      baseline: () => query(daysOf(`clientId: "${rows[0]!.id}", `)),
    },
  ];
}
