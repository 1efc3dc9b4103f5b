import type { Client } from 'pg';

/** Number of rows that the benchmarks use. */
export const SIZE = { clients: 1_000, leads: 1_000_000, leadsOfLargest: 100_000, messages: 200_000 };

/** Inserts the benchmark data into an empty database. The data is the same every time. */
export async function seed(db: Client, log: (line: string) => void): Promise<{ largestClientId: string }> {
  await db.query('SET statement_timeout = 0');
  await db.query('SET synchronous_commit = off');
  const searchIndex = await dropSearchIndex(db);
  const steps: [string, string][] = [
    [
      'clients',
      `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone)
       SELECT 'bench-' || n, 'Business ' || n, 'owner' || n || '@example.com', '+14155550100', 'America/New_York' FROM generate_series(1, ${SIZE.clients}) n`,
    ],
    [
      'campaigns',
      `INSERT INTO campaigns (client_id, name, slug) SELECT id, 'Campaign ' || n, 'campaign-' || n FROM clients, generate_series(1, 3) n`,
    ],
    [
      'leads',
      `WITH numbered AS (SELECT k.id, k.client_id, row_number() OVER (ORDER BY c.handle <> 'bench-1', k.client_id, k.slug) - 1 AS at
              FROM campaigns k JOIN clients c ON c.id = k.client_id),
            people AS (SELECT n, CASE WHEN n <= ${SIZE.leadsOfLargest} THEN n % 3 ELSE n % (${SIZE.clients} * 3) END AS at, lpad((n % 10000)::text, 4, '0') AS digits,
              (ARRAY['Ann', 'Bob', 'Carla', 'Dmitri', 'Eve', 'Farid'])[1 + n % 6] || ' ' ||
              (ARRAY['Lee', 'Smith', 'Okafor', 'Garcia', 'Novak'])[1 + n / 7 % 5] || ' ' || md5(n::text) AS name FROM generate_series(1, ${SIZE.leads}) n)
       INSERT INTO leads (client_id, campaign_id, status, form_data, full_name, email, phone, phone_e164, created_at)
       SELECT c.client_id, c.id, (ARRAY['new', 'contacted', 'qualified', 'converted'])[1 + n % 4]::lead_status,
         json_build_object('fullName', p.name, 'phone', '(415) 555-' || digits), p.name, 'person' || n || '@example.com', '(415) 555-' || digits, '+1415555' || digits,
         now() - n * interval '1 second'
       FROM people p JOIN numbered c ON c.at = p.at`,
    ],
    // Created after the rows, which is many times faster.
    ['search index', searchIndex],
    [
      'sequences',
      `INSERT INTO sequences (client_id, campaign_id, name, trigger_event) SELECT k.client_id, k.id, 'Welcome', 'lead_created'
       FROM campaigns k JOIN clients c ON c.id = k.client_id WHERE c.handle LIKE 'bench-%'`,
    ],
    [
      'messages',
      `WITH picked AS (SELECT l.id, l.client_id, l.campaign_id, l.phone_e164, s.id AS sequence_id FROM leads l JOIN sequences s ON s.campaign_id = l.campaign_id LIMIT ${SIZE.messages}),
            enrolled AS (INSERT INTO enrollments (client_id, sequence_id, lead_id, steps, status, next_step)
              SELECT client_id, sequence_id, id, '[]', 'completed', 1 FROM picked RETURNING id, client_id, sequence_id, lead_id)
       INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, due_at, sent_at)
       SELECT e.client_id, p.campaign_id, e.sequence_id, e.lead_id, e.id, 0, p.phone_e164, 'Hello', 'sent', now(), now() FROM enrolled e JOIN picked p ON p.id = e.lead_id`,
    ],
    [
      'usage',
      `INSERT INTO usage_counters (client_id, month, kind, used)
       SELECT client_id, date_trunc('month', now() AT TIME ZONE 'America/New_York'), 'sms', count(*) FROM sms_messages GROUP BY client_id
       ON CONFLICT (client_id, month, kind) DO UPDATE SET used = excluded.used`,
    ],
    ['statistics', 'VACUUM ANALYZE'],
  ];
  for (const [name, sql] of steps) {
    const started = Date.now();
    await db.query(sql);
    log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  const { rows } = await db.query<{ id: string }>(`SELECT id FROM clients WHERE handle = 'bench-1'`);
  return { largestClientId: rows[0]!.id };
}

/** Drops the search index and returns its definition. */
async function dropSearchIndex(db: Client): Promise<string> {
  const { rows } = await db.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'leads_search_idx'`,
  );
  await db.query('DROP INDEX leads_search_idx');
  return rows[0]!.indexdef;
}
