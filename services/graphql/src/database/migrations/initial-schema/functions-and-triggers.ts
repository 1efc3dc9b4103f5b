/** The tables whose rows have a version. */
const versioned = ['clients', 'senders', 'retention_policies', 'campaigns', 'leads', 'sequences', 'files', 'webhooks'];

const COUNTED = 'client_id, campaign_id, status, held';
const countLeads = (changes: string) => `
  INSERT INTO lead_counts AS counts (${COUNTED}, leads)
  SELECT ${COUNTED}, sum(n) FROM (${changes}) changes GROUP BY ${COUNTED} HAVING sum(n) <> 0 ORDER BY campaign_id, status, held
  ON CONFLICT (campaign_id, status, held) DO UPDATE SET leads = counts.leads + excluded.leads;`;
const added = `SELECT ${COUNTED}, 1 AS n FROM added`;
const removed = `SELECT ${COUNTED}, -1 AS n FROM removed`;

/** Sources of a campaign that are counted by name, on one day and in all. Anyone can invent sources. */
const MAX_DAY_SOURCES = 100;
const MAX_SOURCES = 1_000;
export const ALWAYS_NAMED = `('direct', 'qr', 'others')`;

const GROUP = 'campaign_id, day, source';
const ofSource = (rows: string, day: string) => `
  SELECT ${GROUP}, count(*) AS count FROM (SELECT campaign_id, ${day} AS day, coalesce(source, 'direct') AS source FROM ${rows}) rows GROUP BY ${GROUP}`;
const addedViews = ofSource(
  'added JOIN campaigns c ON c.id = campaign_id JOIN clients cl ON cl.id = c.client_id',
  '(added.created_at AT TIME ZONE cl.time_zone)::date',
);
const leadsIn = (rows: string) => `SELECT campaign_id, local_day, source FROM ${rows} WHERE NOT held`;
const leadsWithout = (rows: string, others?: string) =>
  ofSource(`(${leadsIn(rows)}${others ? ` EXCEPT ALL ${leadsIn(others)}` : ''}) leads`, 'local_day');
// With a limit, because Postgres would otherwise read the whole table for a large batch.
const isCounted = (day: string, more = '') =>
  `coalesce((SELECT true FROM source_counts known WHERE known.campaign_id = changes.campaign_id AND known.day = ${day} AND known.source = changes.source${more} LIMIT 1), false)`;
const hasRoom = (limit: number, day: string, nth: string) =>
  `${nth} <= ${limit} - (SELECT count(DISTINCT source) FROM source_counts known WHERE known.campaign_id = ranked.campaign_id AND known.day = ${day} AND known.source NOT IN ${ALWAYS_NAMED})`;
// Each day's counts and the totals. Ordered, so that two batches do not wait for each other.
const perDayAndTotal = (rows: string) => `
  SELECT campaign_id, coalesce(day, '-infinity') AS day, source, sum(count) AS count FROM (${rows}) named
  GROUP BY GROUPING SETS ((campaign_id, day, source), (campaign_id, source)) ORDER BY 1, 2, 3`;
// A new source is counted by name while there is room. Without joins of the batch, because their plan is kept for
// batches of any size.
const addSources = (kind: 'views' | 'leads', batch: string, isAlwaysNamed: string) => `
  INSERT INTO source_counts AS counts (${GROUP}, kind, count)
  WITH changes AS (
    SELECT changes.*, ${isAlwaysNamed} OR ${isCounted('changes.day')} AS is_named, ${isCounted(`'-infinity'`)} AS is_known FROM (${batch}) changes
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY campaign_id, day, is_named ORDER BY is_known DESC, source) AS nth_of_day,
      dense_rank() OVER (PARTITION BY campaign_id, is_named, is_known ORDER BY source) AS nth_in_all FROM changes
  ), named AS (
    SELECT campaign_id, day, count, CASE
      WHEN is_named THEN source
      WHEN nth_of_day > ${MAX_DAY_SOURCES} OR NOT ${hasRoom(MAX_DAY_SOURCES, 'ranked.day', 'nth_of_day')} THEN 'others'
      WHEN is_known OR ${hasRoom(MAX_SOURCES, `'-infinity'`, 'nth_in_all')} THEN source
      ELSE 'others' END AS source
    FROM ranked
  )
  SELECT ${GROUP}, '${kind}', count FROM (${perDayAndTotal('SELECT * FROM named')}) sums
  ON CONFLICT (${GROUP}, kind) DO UPDATE SET count = counts.count + excluded.count;`;
// Takes leads from where they were counted. When a campaign is deleted, its counts may be deleted before its leads.
const removeSources = (batch: string) => `
  UPDATE source_counts counts SET count = counts.count - gone.count FROM (${perDayAndTotal(`
    SELECT campaign_id, day, CASE WHEN ${isCounted('changes.day', ` AND known.kind = 'leads'`)} THEN source ELSE 'others' END AS source, count FROM (${batch}) changes`)}
  ) gone WHERE (counts.campaign_id, counts.day, counts.source, counts.kind) = (gone.campaign_id, gone.day, gone.source, 'leads');`;

const perCampaign = (rows: string, others?: string) =>
  `SELECT campaign_id, client_id, count(*) AS count FROM (SELECT id, campaign_id, client_id FROM ${rows}${others ? ` EXCEPT SELECT id, campaign_id, client_id FROM ${others}` : ''}) rows GROUP BY 1, 2 ORDER BY 1`;
const addRows = (kind: string, rows: string, others?: string) => `
  INSERT INTO campaign_counts AS counts (campaign_id, client_id, kind, count)
  SELECT campaign_id, client_id, '${kind}', count FROM (${perCampaign(rows, others)}) sums
  ON CONFLICT (campaign_id, kind) DO UPDATE SET count = counts.count + excluded.count;`;
const removeRows = (kind: string, rows: string, others?: string) => `
  UPDATE campaign_counts counts SET count = counts.count - gone.count FROM (${perCampaign(rows, others)}) gone
  WHERE counts.campaign_id = gone.campaign_id AND counts.kind = '${kind}';`;
const [sent, notSentAnymore] = [`added WHERE status = 'sent'`, `removed WHERE status = 'sent'`];

const eachStatement = (name: string, event: string, table: string, run: string) => {
  const tables = { INSERT: 'NEW TABLE AS added', UPDATE: 'NEW TABLE AS added OLD TABLE AS removed' }[event];
  return `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${tables ?? 'OLD TABLE AS removed'} FOR EACH STATEMENT EXECUTE FUNCTION ${run}();`;
};

/** The functions that count views and leads by source. `isAlwaysNamed` is a condition on `source`. They run as the owner. */
export const countBySource = (isAlwaysNamed: string) => `
CREATE OR REPLACE FUNCTION count_view_sources() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ${addSources('views', addedViews, isAlwaysNamed)}
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_lead_sources() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN ${addSources('leads', leadsWithout('added'), isAlwaysNamed)}
  ELSIF TG_OP = 'UPDATE' THEN
    ${addSources('leads', leadsWithout('added', 'removed'), isAlwaysNamed)}
    ${removeSources(leadsWithout('removed', 'added'))}
  ELSE ${removeSources(leadsWithout('removed'))}
  END IF;
  RETURN NULL;
END $$;`;

/** Functions and triggers that maintain counts and delete the log provider's copies. */
export const triggers = `
-- The key is not in the database, so that a copy of the database does not reveal the numbers. access/scoped-pool.ts
-- sets it on each connection.
CREATE FUNCTION number_hash(phone text) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT hmac(phone, nullif(current_setting('dripline.number_hash_key', true), ''), 'sha256')
$$;

-- Consents and sent messages are kept as evidence when they are deleted, whatever deletes them. Without the key, for
-- example in psql, they are not.
CREATE FUNCTION keep_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evidence (number_hash, kind, client_id, client_name, details, occurred_at)
  SELECT number_hash(r.phone_e164), 'consent', r.client_id, c.business_name, jsonb_build_object('disclosure', r.disclosure, 'via', r.via, 'page', r.page,
    'pageVersion', r.page_version, 'addressHash', encode(number_hash(r.ip_address), 'hex'), 'userAgentHash', encode(number_hash(r.user_agent), 'hex'), 'recordedBy', r.recorded_by), r.created_at
  FROM removed r LEFT JOIN clients c ON c.id = r.client_id WHERE number_hash(r.phone_e164) IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evidence (number_hash, kind, client_id, client_name, details, occurred_at)
  SELECT number_hash(r.to_e164), 'message', r.client_id, c.business_name, jsonb_build_object('template', r.template, 'step', r.step, 'segments', r.segments, 'sender', r.sender,
    'providerId', r.provider_id, 'deliveryStatus', r.delivery_status), r.sent_at
  FROM removed r LEFT JOIN clients c ON c.id = r.client_id WHERE r.sent_at IS NOT NULL AND number_hash(r.to_e164) IS NOT NULL;
  RETURN NULL;
END $$;
${eachStatement('keep_evidence', 'DELETE', 'consents', 'keep_consents')}
${eachStatement('keep_evidence', 'DELETE', 'sms_messages', 'keep_messages')}

-- Leads are counted as they arrive, so that a dashboard does not need to count all rows.
CREATE FUNCTION count_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN ${countLeads(added)}
  ELSIF TG_OP = 'UPDATE' THEN ${countLeads(`${added} UNION ALL ${removed}`)}
  ELSE ${countLeads(removed)}
    DELETE FROM lead_counts WHERE leads = 0 AND campaign_id IN (SELECT campaign_id FROM removed);
  END IF;
  RETURN NULL;
END $$;
${eachStatement('count_added', 'INSERT', 'leads', 'count_leads')}
${eachStatement('count_changed', 'UPDATE', 'leads', 'count_leads')}
${eachStatement('count_removed', 'DELETE', 'leads', 'count_leads')}

-- Leads keep the day on which they are counted, because the client's time zone may change.
CREATE FUNCTION set_local_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.local_day := NEW.created_at AT TIME ZONE coalesce((SELECT time_zone FROM clients WHERE id = NEW.client_id), 'UTC');
  RETURN NEW;
END $$;
CREATE TRIGGER set_local_day BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION set_local_day();

-- Views and leads are counted by source and day. Counts of views remain when the views are deleted.
${countBySource(`source IN ${ALWAYS_NAMED}`)}
${eachStatement('count_sources_added', 'INSERT', 'views', 'count_view_sources')}
${eachStatement('count_sources_added', 'INSERT', 'leads', 'count_lead_sources')}
${eachStatement('count_sources_changed', 'UPDATE', 'leads', 'count_lead_sources')}
${eachStatement('count_sources_removed', 'DELETE', 'leads', 'count_lead_sources')}

-- Sent messages and spam are counted by campaign.
CREATE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN ${addRows('sent_messages', sent)}
  ELSIF TG_OP = 'UPDATE' THEN
    ${addRows('sent_messages', sent, notSentAnymore)}
    ${removeRows('sent_messages', notSentAnymore, sent)}
  ELSE ${removeRows('sent_messages', notSentAnymore)}
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION count_spam() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN ${addRows('spam', 'added')}
  ELSE ${removeRows('spam', 'removed')}
  END IF;
  RETURN NULL;
END $$;
${eachStatement('count_added', 'INSERT', 'sms_messages', 'count_messages')}
${eachStatement('count_changed', 'UPDATE', 'sms_messages', 'count_messages')}
${eachStatement('count_removed', 'DELETE', 'sms_messages', 'count_messages')}
${eachStatement('count_added', 'INSERT', 'spam_leads', 'count_spam')}
${eachStatement('count_removed', 'DELETE', 'spam_leads', 'count_spam')}

-- Changes are recorded for subscriptions. A held lead is created for its client when it is released.
-- Without a join of the batch, because its plan is kept for batches of any size.
CREATE FUNCTION record_lead_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN INSERT INTO changes (client_id, kind, object_id) SELECT client_id, 'lead_created', id FROM added;
  ELSE INSERT INTO changes (client_id, kind, object_id)
    SELECT client_id, CASE WHEN NOT held AND id IN (SELECT id FROM removed WHERE held) THEN 'lead_created' ELSE 'lead_updated' END::change_kind, id FROM added;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION record_message_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (client_id, kind, object_id) SELECT client_id, 'message_updated', id FROM added;
  RETURN NULL;
END $$;
CREATE FUNCTION record_enrollment_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (client_id, kind, object_id) SELECT client_id, 'enrollment_updated', id FROM added;
  RETURN NULL;
END $$;
${(['lead', 'message', 'enrollment'] as const)
  .map((noun) => {
    const table = { lead: 'leads', message: 'sms_messages', enrollment: 'enrollments' }[noun];
    return `${eachStatement('record_added', 'INSERT', table, `record_${noun}_changes`)}
${eachStatement('record_changed', 'UPDATE', table, `record_${noun}_changes`)}`;
  })
  .join('\n')}

-- The log provider's copy of a message holds personal data, so it is deleted with the message.
CREATE FUNCTION delete_logged_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sms_log WHERE id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE FUNCTION delete_logged_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sms_log WHERE id IN (SELECT lead_id FROM removed);
  RETURN NULL;
END $$;
${eachStatement('delete_logged_messages', 'DELETE', 'sms_messages', 'delete_logged_messages')}
${eachStatement('delete_logged_messages', 'DELETE', 'test_messages', 'delete_logged_messages')}
${eachStatement('delete_logged_notifications', 'DELETE', 'lead_notifications', 'delete_logged_notifications')}

-- Two statements, because a single one would read the limit from before it waited for the lock on the counter. The
-- function makes them one round trip, so that concurrent submissions to a client wait for each other only briefly.
CREATE FUNCTION reserve_usage(client uuid, what text, message_segments integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE fits integer;
BEGIN
  INSERT INTO usage_counters (client_id, month, kind, used)
  SELECT id, date_trunc('month', now() AT TIME ZONE time_zone), what, 0 FROM clients WHERE id = client
  ON CONFLICT (client_id, month, kind) DO UPDATE SET used = 0 WHERE false;
  UPDATE usage_counters SET used = used + 1, segments = segments + message_segments FROM clients
  WHERE id = client AND client_id = id AND month = date_trunc('month', now() AT TIME ZONE time_zone) AND kind = what
    AND used < CASE what WHEN 'campaigns' THEN monthly_campaign_limit WHEN 'leads' THEN monthly_lead_limit WHEN 'sms' THEN monthly_sms_limit END
    AND segments + message_segments <= monthly_segment_limit;
  GET DIAGNOSTICS fits = ROW_COUNT;
  RETURN fits > 0;
END $$;

-- Returns null if the sender may send a message now, else when to ask again. Messages wait in the order in which they
-- first asked. One that asks late is not sent together with those whose time it is, so that the rate is never exceeded.
CREATE FUNCTION reserve_slot(name text, per_second double precision, has_waited boolean) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  step interval := interval '1 second' / per_second;
  pacing sender_pacing;
  at timestamptz;
BEGIN
  INSERT INTO sender_pacing AS locked (sender, free_at, next_at) VALUES (name, '-infinity', '-infinity')
  ON CONFLICT (sender) DO UPDATE SET free_at = locked.free_at RETURNING locked.* INTO pacing;
  at := clock_timestamp();
  -- Half a step of tolerance, because a message that asks a little late would delay all that follow.
  IF at >= pacing.free_at - step / 2 AND (has_waited OR at >= pacing.next_at) THEN
    UPDATE sender_pacing SET free_at = greatest(pacing.free_at, at) + step WHERE sender = name;
    RETURN NULL;
  END IF;
  at := greatest(pacing.free_at, pacing.next_at);
  UPDATE sender_pacing SET next_at = at + step WHERE sender = name;
  RETURN at;
END $$;

-- Each change of an object raises its version. *<> compares rows bytewise, because json has no equality.
CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
${versioned.map((table) => `CREATE TRIGGER ${table}_version BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD *<> NEW) EXECUTE FUNCTION raise_version();`).join('\n')}
`;
