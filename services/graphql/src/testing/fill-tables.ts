import type { DataSource } from 'typeorm';
import { addFigures } from '../analytics/add-figures';

/** Rows of each large table. */
export const ROWS = 100_000;
const CLIENTS = 11_000;

/**
 * Every fiftieth row belongs to the client in $1, the others to all campaigns in turn. All leads of the client are
 * enrolled in the sequence that starts when they are contacted, so that none starts it during a test.
 */
const ROW = `
  SELECT n, owner.client_id, owner.campaign_id, owner.sequence_id, now() - n * interval '5 minutes' AS time
  FROM generate_series(1, ${ROWS}) n JOIN row_owners owner ON owner.nth = CASE WHEN n % 50 = 0 THEN 0 ELSE n % (SELECT max(nth) FROM row_owners) + 1 END`;
const phone = `'+1415' || lpad(n::text, 7, '0')`;
const id = (kind: string) => `md5('${kind}' || n)::uuid`;

const parents = [
  `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone)
   SELECT 'filler-' || n, 'Filler', 'filler@example.com', '+14155550100', 'America/New_York' FROM generate_series(1, ${CLIENTS}) n`,
  `INSERT INTO campaigns (client_id, name, slug) SELECT id, 'Campaign', 'filler-' || n FROM clients, generate_series(1, 2) n`,
  `INSERT INTO sequences (client_id, campaign_id, name, trigger_event) SELECT client_id, id, 'Filler', 'lead_contacted' FROM campaigns`,
  `INSERT INTO tags (client_id, name, key) SELECT id, name, lower(name) FROM clients, unnest(ARRAY['Urgent', 'Roof', 'Later']) name ON CONFLICT DO NOTHING`,
  `CREATE TEMP TABLE row_owners AS
   SELECT client_id, campaign_id, id AS sequence_id, CASE WHEN is_first THEN 0 ELSE row_number() OVER (ORDER BY is_first, id) END AS nth
   FROM (SELECT *, client_id = $1 AND row_number() OVER (PARTITION BY client_id ORDER BY name <> 'Filler', id) = 1 AS is_first FROM sequences) owners`,
];

/** Triggers count these. */
const counted = [
  `INSERT INTO leads (id, client_id, campaign_id, form_data, full_name, email, phone_e164, source, attribution, status, created_at)
   SELECT ${id('lead')}, client_id, campaign_id, '{}', 'Person ' || n, n || '@example.com', ${phone}, (ARRAY['qr', 'flyer', NULL])[n % 3 + 1],
     CASE n % 3 WHEN 1 THEN '{"utmCampaign": "spring"}'::jsonb END, (ARRAY['new', 'contacted', 'qualified', 'converted']::lead_status[])[n % 4 + 1], time FROM rows`,
  `INSERT INTO spam_leads (client_id, campaign_id, reason, form_data, phone_e164, email, created_at)
   SELECT client_id, campaign_id, 'flood', '{}', ${phone}, n || '@example.com', time FROM rows`,
  `INSERT INTO views (campaign_id, source, created_at) SELECT campaign_id, (ARRAY['qr', 'flyer', NULL])[n % 3 + 1], time FROM rows`,
];

const others = [
  `INSERT INTO consents (client_id, lead_id, phone_e164, disclosure, via, page_version, ip_address, user_agent) SELECT client_id, ${id('lead')}, ${phone}, '', 'page', 'first', '203.0.113.1', '' FROM rows`,
  `INSERT INTO enrollments (id, client_id, sequence_id, lead_id, steps, status, next_due_at, to_e164, created_at)
   SELECT ${id('enrollment')}, client_id, sequence_id, ${id('lead')}, '[{"delayMinutes": 5, "message": "Hi"}]',
     CASE n % 20 WHEN 0 THEN 'active' WHEN 1 THEN 'held' ELSE 'completed' END::enrollment_status, CASE WHEN n % 20 < 2 THEN now() + interval '1 day' END, ${phone}, time FROM rows`,
  `INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, provider_id, due_at, sent_at, created_at)
   SELECT client_id, campaign_id, sequence_id, ${id('lead')}, ${id('enrollment')}, 0, ${phone}, 'Hi', 'sent', 'SM' || n, time, time, time FROM rows`,
  `INSERT INTO changes (xid, client_id, kind, object_id, created_at)
   SELECT (1 + n / 1000)::text::xid8, client_id, 'lead_updated', ${id('lead')}, now() - (${ROWS} - n) * interval '40 ms' FROM rows`,
  `INSERT INTO landing_page_changes (xid, client_id, changed_at)
   SELECT (1 + n / 10)::text::xid8, client_id, now() - (${ROWS} - n) * interval '30 ms' FROM rows ON CONFLICT DO NOTHING`,
  `INSERT INTO lead_notifications (lead_id, client_id, to_e164, body, status, provider_id, created_at)
   SELECT ${id('lead')}, client_id, ${phone}, 'New lead', CASE WHEN n % 100 = 0 THEN 'queued' ELSE 'sent' END::sms_status, 'NM' || n, time FROM rows`,
  `INSERT INTO test_messages (client_id, key, to_e164, body, status, provider_id, created_at)
   SELECT client_id, n, ${phone}, 'Try', CASE WHEN n % 100 = 0 THEN 'queued' ELSE 'sent' END::sms_status, 'TM' || n, time FROM rows`,
  `INSERT INTO sms_log (id, to_e164, body) SELECT ${id('log')}, ${phone}, 'Hi' FROM rows`,
  `INSERT INTO suppressions (number_hash, sender, client_id, reason) SELECT sha256(convert_to('other' || n, 'UTF8')), 'shared', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'stop' FROM rows`,
  `INSERT INTO evidence (number_hash, kind, details, occurred_at) SELECT sha256(convert_to('other' || n, 'UTF8')), 'opt_out', '{}', now() FROM rows`,
  `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) SELECT client_id, ${id('lead')}, 'RM' || n, 'Yes', 'reply' FROM rows`,
  `INSERT INTO lead_notes (client_id, lead_id, body, author_id, author_name, created_at) SELECT client_id, ${id('lead')}, 'Called', client_id, 'Filler', time FROM rows`,
  `INSERT INTO lead_history (client_id, lead_id, kind, previous, current, actor_name, created_at) SELECT client_id, ${id('lead')}, 'status', 'new', 'contacted', 'Filler', time FROM rows`,
  `INSERT INTO campaign_drafts (client_id, campaign_id, content, saved_by) SELECT client_id, id, '{}', '' FROM campaigns ON CONFLICT DO NOTHING`,
  `INSERT INTO sequence_drafts (client_id, sequence_id, content, saved_by) SELECT client_id, id, '{}', '' FROM sequences ON CONFLICT DO NOTHING`,
  `INSERT INTO campaign_versions (client_id, campaign_id, number, content) SELECT client_id, campaign_id, n + 1, '{}' FROM rows WHERE n % 20 = 1 OR n % 5000 = 0`,
  `INSERT INTO sequence_versions (client_id, sequence_id, number, trigger_event, stop_on_reply, steps, enrolled_leads) SELECT client_id, sequence_id, n + 1, 'lead_created', true, '[]', 'finish' FROM rows WHERE n % 20 = 1 OR n % 5000 = 0`,
  `INSERT INTO ab_tests (client_id, campaign_id, goal, views_per_variant, ended_at) SELECT client_id, campaign_id, 'leads', 1000, now() FROM rows WHERE n % 20 = 1 OR n % 5000 = 0`,
  `INSERT INTO ab_test_variants (client_id, test_id, position) SELECT client_id, id, position FROM ab_tests, generate_series(0, 1) AS position ON CONFLICT DO NOTHING`,
  `INSERT INTO placements (client_id, campaign_id, name, code) SELECT client_id, campaign_id, 'P', 'code' || n FROM rows WHERE n % 20 = 1 OR n % 5000 = 0`,
  `INSERT INTO playbooks (name) SELECT 'Filler' FROM generate_series(1, 400)`,
  `INSERT INTO playbook_versions (playbook_id, number, content, published_by) SELECT id, n, '{"campaign": {}, "sequences": []}', '' FROM playbooks, generate_series(2, 31) n`,
  `INSERT INTO playbook_copies (playbook_id, client_id, campaign_id, version_number)
   SELECT playbook.id, client.id, gen_random_uuid(), 1 FROM (SELECT id, row_number() OVER () AS n FROM playbooks WHERE name = 'Filler') playbook
   JOIN (SELECT id, row_number() OVER () AS n FROM clients WHERE id <> $1) client ON client.n % 20 = playbook.n % 20`,
  `INSERT INTO notifications (client_id, kind, lead_id, created_at) SELECT client_id, 'new_lead', ${id('lead')}, now() - n * interval '25 seconds' FROM rows`,
  `INSERT INTO saved_views (client_id, name, query)
   SELECT client_id, 'View ' || n, '{"filter": {}, "orderBy": "createdAt", "direction": "desc", "layout": "table", "hiddenColumns": []}'
   FROM rows WHERE n % 20 = 1 OR n % 5000 = 0`,
  `INSERT INTO lead_tags (client_id, lead_id, tag_id) SELECT client_id, ${id('lead')}, tags.id FROM rows JOIN tags USING (client_id) WHERE key = 'urgent' OR n % 7 = 0`,
  `INSERT INTO usage_counters (client_id, month, kind, used)
   SELECT clients.id, date_trunc('month', now()) - n * interval '1 month', kind, 1 FROM clients, generate_series(0, 35) n, unnest(ARRAY['leads', 'sms', 'campaigns']) kind ON CONFLICT DO NOTHING`,
  `INSERT INTO message_forecasts (client_id, month, monthly_sms_limit, total, exceeds_limit_on) SELECT id, date_trunc('month', now()), monthly_sms_limit, 2000, CASE WHEN random() < 0.1 THEN current_date END FROM clients`,
  `INSERT INTO outbox (kind, client_id, subject_id, next_attempt_at) SELECT 'signal', client_id, ${id('enrollment')}, time FROM rows WHERE n % 50 > 0`,
  `INSERT INTO webhook_deliveries (client_id, webhook_id, lead_id, event_id, type, payload, status, created_at)
   SELECT client_id, coalesce((SELECT id FROM webhooks WHERE webhooks.client_id = rows.client_id), client_id), ${id('lead')}, n, 'lead.created', '{}', CASE WHEN n % 100 = 0 THEN 'pending' ELSE 'delivered' END,
     now() - n * interval '25 seconds' FROM rows`,
  `INSERT INTO stored_objects (id, state, client_id, uploader, path, size, mime_type, original_id, rendered_at, created_at)
   SELECT ${id('object')}, 'published', client_id, 'admin', '/objects/' || n, 1, 'image/png', CASE WHEN n % 2 = 1 THEN md5('object' || n + 1)::uuid END, CASE WHEN n % 50 > 0 THEN time END, time FROM rows`,
  `INSERT INTO files (client_id, original_name, file_size, mime_type, object_path, created_at) SELECT client_id, 'a.png', 1, 'image/png', '/objects/' || n, time FROM rows`,
  `INSERT INTO audit_entries (actor, audited_client, operation, outcome, created_at)
   SELECT 'client', client_id, 'updateLead', CASE WHEN n % 99 = 0 THEN 'NOT_FOUND' ELSE 'ok' END, time FROM rows`,
  `INSERT INTO members (client_id, name, username, role, password_hash, email) SELECT client_id, 'Member ' || n, 'member' || n, 'staff', '', CASE WHEN n % 1000 = 1 THEN 'member@example.com' END FROM rows WHERE n % 20 = 1 OR n % 5000 = 0`,
  `INSERT INTO notification_settings (client_id, member_id, email_kinds) SELECT client_id, id, CASE WHEN email IS NULL THEN '{}'::text[] ELSE '{new_lead}' END FROM members ON CONFLICT DO NOTHING`,
  `INSERT INTO sessions (token_hash, client_id, expires_at) SELECT n, client_id, now() + interval '1 day' FROM rows`,
  `INSERT INTO rate_limits (key, points, expire) SELECT n, 1, extract(epoch FROM now() + interval '1 day') * 1000 FROM rows`,
  `INSERT INTO idempotency_keys (owner, key, request_hash, locked_until, created_at) SELECT client_id, n, '\\x00', now(), now() - n * interval '0.5 seconds' FROM rows`,
  `INSERT INTO sign_in_attempts (account, failures, next_turn_at) SELECT n, 1, now() FROM rows`,
];

/** Fills each large table with `ROWS` rows of many clients, 2% of them of one client. Returns the names of the tables. */
export async function fillTables(dataSource: DataSource, clientId: string): Promise<ReadonlySet<string>> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    for (const statement of parents) await runner.query(statement, statement.includes('$1') ? [clientId] : []);
    await runner.query(`CREATE TEMP TABLE rows AS ${ROW}`);
    for (const statement of counted) await runner.query(statement);
    await addFigures(dataSource);
    // Foreign keys are not checked, because that takes most of the time.
    await runner.query('SET session_replication_role = replica');
    for (const statement of others) await runner.query(statement, statement.includes('$1') ? [clientId] : []);
    await runner.query('RESET ALL');
    await runner.query('DROP TABLE rows, row_owners');
    await runner.query('SET statement_timeout = 0');
    await runner.query('VACUUM ANALYZE');
    const tables = (await runner.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > ${ROWS / 10}`,
    )) as { name: string }[];
    return new Set(tables.map(({ name }) => name));
  } finally {
    await runner.query('RESET ALL');
    await runner.release();
  }
}
