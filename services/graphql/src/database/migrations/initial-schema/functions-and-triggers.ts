const COUNTED = 'client_id, campaign_id, status, held';
const countLeads = (changes: string) => `
  INSERT INTO lead_counts AS counts (${COUNTED}, leads)
  SELECT ${COUNTED}, sum(n) FROM (${changes}) changes GROUP BY ${COUNTED} HAVING sum(n) <> 0 ORDER BY campaign_id, status, held
  ON CONFLICT (campaign_id, status, held) DO UPDATE SET leads = counts.leads + excluded.leads;`;
const added = `SELECT ${COUNTED}, 1 AS n FROM added`;
const removed = `SELECT ${COUNTED}, -1 AS n FROM removed`;

const GROUP = 'campaign_id, day, source';
const viewsIn = (rows: string) =>
  `SELECT campaign_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(source, 'direct') AS source FROM ${rows}`;
const leadsIn = (rows: string) => `${viewsIn(rows)} WHERE NOT held`;
// Ordered, so that two batches do not wait for each other.
const addSources = (kind: 'views' | 'leads', rows: string) => `
  INSERT INTO source_counts AS counts (${GROUP}, kind, count)
  SELECT ${GROUP}, '${kind}', count(*) FROM (${rows}) added_rows GROUP BY ${GROUP} ORDER BY ${GROUP}
  ON CONFLICT (${GROUP}, kind) DO UPDATE SET count = counts.count + excluded.count;`;
// When a campaign is deleted, its counts may be deleted before its leads.
const removeSources = (kind: 'views' | 'leads', rows: string) => `
  UPDATE source_counts counts SET count = counts.count - gone.count
  FROM (SELECT ${GROUP}, count(*) AS count FROM (${rows}) removed_rows GROUP BY ${GROUP}) gone
  WHERE (counts.campaign_id, counts.day, counts.source, counts.kind) = (gone.campaign_id, gone.day, gone.source, '${kind}');`;

const eachStatement = (name: string, event: string, table: string, run: string) => {
  const tables = { INSERT: 'NEW TABLE AS added', UPDATE: 'NEW TABLE AS added OLD TABLE AS removed' }[event];
  return `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${tables ?? 'OLD TABLE AS removed'} FOR EACH STATEMENT EXECUTE FUNCTION ${run}();`;
};

/** Functions and triggers that maintain counts and delete the log provider's copies. */
export const triggers = `
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

-- Views and leads are counted by source and UTC day.
CREATE FUNCTION count_view_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN ${addSources('views', viewsIn('added'))}
  ELSE ${removeSources('views', viewsIn('removed'))}
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION count_lead_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN ${addSources('leads', leadsIn('added'))}
  ELSIF TG_OP = 'UPDATE' THEN
    ${addSources('leads', `${leadsIn('added')} EXCEPT ALL ${leadsIn('removed')}`)}
    ${removeSources('leads', `${leadsIn('removed')} EXCEPT ALL ${leadsIn('added')}`)}
  ELSE ${removeSources('leads', leadsIn('removed'))}
  END IF;
  RETURN NULL;
END $$;
${eachStatement('count_sources_added', 'INSERT', 'views', 'count_view_sources')}
${eachStatement('count_sources_removed', 'DELETE', 'views', 'count_view_sources')}
${eachStatement('count_sources_added', 'INSERT', 'leads', 'count_lead_sources')}
${eachStatement('count_sources_changed', 'UPDATE', 'leads', 'count_lead_sources')}
${eachStatement('count_sources_removed', 'DELETE', 'leads', 'count_lead_sources')}

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
CREATE FUNCTION reserve_usage(client uuid, what text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE fits integer;
BEGIN
  INSERT INTO usage_counters (client_id, month, kind, used)
  SELECT id, date_trunc('month', now() AT TIME ZONE time_zone), what, 0 FROM clients WHERE id = client
  ON CONFLICT (client_id, month, kind) DO UPDATE SET used = 0 WHERE false;
  UPDATE usage_counters SET used = used + 1 FROM clients
  WHERE id = client AND client_id = id AND month = date_trunc('month', now() AT TIME ZONE time_zone) AND kind = what
    AND used < CASE what WHEN 'campaigns' THEN monthly_campaign_limit WHEN 'leads' THEN monthly_lead_limit WHEN 'sms' THEN monthly_sms_limit END;
  GET DIAGNOSTICS fits = ROW_COUNT;
  RETURN fits > 0;
END $$;
`;
