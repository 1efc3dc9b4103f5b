import {
  AGENCY,
  hasParentOfSameClient,
  isOfVisibleCampaign,
  isOfVisibleClient,
  isNotDeleting,
  isNotOfDeleting,
  secureTable,
  CLIENT,
  type ClientAccess,
} from '../../secure-table';
import { SEARCHED_TEXT } from './tables';

const ofClient = isOfVisibleClient();
const ofCampaign = isOfVisibleCampaign();
const all = 'SELECT, INSERT, UPDATE, DELETE';

/**
 * The access of the client role to each table. `undefined` means none. The policies of `clients` are at the end of this
 * file.
 */
const tables: Record<string, ClientAccess | undefined> = {
  campaigns: { privileges: all, visibleRows: ofClient },
  form_fields: { privileges: all, visibleRows: ofCampaign },
  page_versions: { privileges: all, visibleRows: ofCampaign },
  slug_redirects: { privileges: all, visibleRows: ofClient, writableRows: `${ofClient} AND ${ofCampaign}` },
  views: { privileges: 'SELECT', visibleRows: ofCampaign },
  source_counts: { privileges: 'SELECT', visibleRows: ofCampaign },
  campaign_counts: { privileges: 'SELECT', visibleRows: ofClient },
  leads: {
    privileges: all,
    visibleRows: ofClient,
    writableRows: `${ofClient} AND ${hasParentOfSameClient('leads', 'campaigns', 'campaign_id')}`,
  },
  lead_counts: { privileges: 'SELECT', visibleRows: ofClient },
  consents: {
    privileges: 'SELECT, INSERT',
    visibleRows: ofClient,
    writableRows: `${ofClient} AND ${hasParentOfSameClient('consents', 'leads', 'lead_id')}`,
  },
  spam_leads: { privileges: 'SELECT, DELETE', visibleRows: ofClient },
  sequences: {
    privileges: all,
    visibleRows: ofClient,
    writableRows: `${ofClient} AND ${hasParentOfSameClient('sequences', 'campaigns', 'campaign_id')}`,
  },
  steps: { privileges: all, visibleRows: 'EXISTS (SELECT FROM sequences WHERE sequences.id = sequence_id)' },
  enrollments: {
    privileges: 'SELECT, INSERT, UPDATE',
    visibleRows: ofClient,
    writableRows: `${ofClient} AND ${hasParentOfSameClient('enrollments', 'sequences', 'sequence_id')} AND ${hasParentOfSameClient('enrollments', 'leads', 'lead_id')}`,
  },
  sms_messages: { privileges: 'SELECT', visibleRows: ofClient },
  changes: { privileges: 'SELECT', visibleRows: ofClient },
  replies: { privileges: 'SELECT', visibleRows: ofClient },
  lead_notifications: {
    privileges: 'SELECT, INSERT',
    visibleRows: ofClient,
    writableRows: `${ofClient} AND ${hasParentOfSameClient('lead_notifications', 'leads', 'lead_id')}`,
  },
  test_messages: { privileges: 'SELECT, INSERT', visibleRows: ofClient },
  usage_counters: { privileges: 'SELECT, INSERT, UPDATE', visibleRows: ofClient },
  files: { privileges: all, visibleRows: ofClient },
  stored_objects: { privileges: 'SELECT, INSERT, UPDATE', visibleRows: ofClient },
  outbox: { privileges: 'SELECT, INSERT, UPDATE', visibleRows: ofClient },
  provider_breaker: { privileges: 'SELECT', visibleRows: 'true' },
  audit_entries: { privileges: 'SELECT', visibleRows: isOfVisibleClient('audited_client') },
  webhooks: { privileges: all, visibleRows: ofClient },
  webhook_deliveries: {
    privileges: 'SELECT, INSERT, UPDATE',
    visibleRows: ofClient,
    writableRows: `${ofClient} AND ${hasParentOfSameClient('webhook_deliveries', 'webhooks', 'webhook_id')} AND (lead_id IS NULL OR ${hasParentOfSameClient('webhook_deliveries', 'leads', 'lead_id')})`,
  },
  senders: { privileges: 'SELECT', visibleRows: ofClient },
  api_keys: { privileges: 'SELECT, INSERT, UPDATE', visibleRows: ofClient },
  retention_policies: { privileges: 'SELECT, INSERT, UPDATE', visibleRows: ofClient },
  clients: undefined,
  sign_in_attempts: undefined,
  passkeys: undefined,
  authenticators: undefined,
  recovery_codes: undefined,
  sign_in_challenges: undefined,
  admin_invitations: undefined,
  users: undefined,
  sessions: undefined,
  rate_limits: undefined,
  idempotency_keys: undefined,
  sender_pacing: undefined,
  sms_log: undefined,
  suppressions: undefined,
  evidence: undefined,
  legal_holds: undefined,
  unmatched_receipts: undefined,
  view_buffers: undefined,
  migrations: undefined,
};

/** Conditions that hide what is being deleted, by table. */
const shownRows: Record<string, string> = {
  clients: isNotDeleting,
  campaigns: isNotDeleting,
  sequences: isNotDeleting,
  leads: isNotOfDeleting('campaign_id'),
  lead_counts: isNotOfDeleting('campaign_id'),
  spam_leads: isNotOfDeleting('campaign_id'),
  source_counts: isNotOfDeleting('campaign_id'),
  campaign_counts: isNotOfDeleting('campaign_id'),
  enrollments: isNotOfDeleting('sequence_id'),
  sms_messages: isNotOfDeleting('campaign_id', 'sms_sequence_id'),
};

/** Trigger functions. They run as their owner, so they see every row. */
const triggerFunctions = [
  ...['count_leads()', 'count_view_sources()', 'count_lead_sources()', 'count_messages()', 'count_spam()'],
  'set_local_day()',
  ...['keep_consents()', 'keep_messages()'],
  ...['record_lead_changes()', 'record_message_changes()', 'record_enrollment_changes()'],
];

export const asOwner = 'SECURITY DEFINER SET search_path = public, pg_temp';
const searched = `(${SEARCHED_TEXT})`;
const findLeads = (matches: string) => `SELECT ARRAY(
  SELECT id FROM leads WHERE client_id = $1 AND (${matches} OR campaign_id = ANY (ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = $1 AND named.name ILIKE $2)))
)`;
const grantToBothRoles = (name: string) =>
  `REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION ${name} TO ${AGENCY}, ${CLIENT};`;

/** Limits each request to the rows that it may see, so that a missing check in the application reveals nothing. */
export const rowLevelSecurity = `
GRANT USAGE ON SCHEMA public TO ${AGENCY}, ${CLIENT};

-- Returns the signed-in client while it is active, and clients with login disabled whose dashboard link the request
-- contains. access/scoped-pool.ts sets both settings.
CREATE FUNCTION visible_clients() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
DECLARE
  own uuid := nullif(current_setting('dripline.own_client', true), '');
  linked uuid[] := coalesce(nullif(current_setting('dripline.linked_clients', true), ''), '{}');
BEGIN
  RETURN ARRAY(
    SELECT id FROM clients
    WHERE NOT deleting AND id = ANY (linked || own) AND CASE WHEN auth_enabled THEN id = own AND status = 'active' ELSE id = ANY (linked) END
  );
END $$;

-- access/scoped-pool.ts sets it for the work that deletes.
CREATE FUNCTION sees_deleting() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('dripline.sees_deleting', true), '') = 'on'
$$;

CREATE FUNCTION deleting_parents() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
BEGIN
  IF sees_deleting() THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT id FROM campaigns WHERE deleting UNION ALL SELECT id FROM sequences WHERE deleting);
END $$;

CREATE FUNCTION visible_campaigns() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
BEGIN
  RETURN ARRAY(SELECT id FROM campaigns WHERE client_id = ANY (visible_clients()));
END $$;

-- Returns whether a campaign of any client shows an object, so that a request that cannot see the campaign does not
-- delete its image.
CREATE FUNCTION is_shown(object_path text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
BEGIN
  RETURN EXISTS (SELECT FROM campaigns c WHERE NOT c.deleting AND object_path IN (c.logo_image_url, c.background_image_url, c.form_image_url, c.form_video_url));
END $$;

-- Under row-level security Postgres does not use an index for ILIKE, because the operator could leak rows. The function
-- checks the client itself, then searches as the owner.
CREATE FUNCTION search_leads(client uuid, pattern text, other text) RETURNS uuid[] LANGUAGE plpgsql STABLE ${asOwner} AS $$
DECLARE found uuid[];
BEGIN
  IF client <> ALL (visible_clients()) THEN RETURN '{}'; END IF;
  -- Planned anew for each pattern, because the number of matches differs too much.
  IF other IS NULL THEN EXECUTE $find$ ${findLeads(`${searched} ILIKE $2`)} $find$ USING client, pattern INTO found;
  ELSE EXECUTE $find$ ${findLeads(`${searched} ILIKE $2 OR ${searched} ILIKE $3`)} $find$ USING client, pattern, other INTO found;
  END IF;
  RETURN found;
END $$;

-- When a number opted out of a client's messages. Null if it did not. An opt-out from the shared sender applies to a
-- client with its own sender only if it is older than that sender.
CREATE FUNCTION suppressed_since(client uuid, phone text) RETURNS timestamptz LANGUAGE plpgsql STABLE ${asOwner} AS $$
BEGIN
  RETURN (SELECT min(s.created_at) FROM suppressions s WHERE s.number_hash = number_hash(phone) AND (s.client_id = client
    OR s.sender = (SELECT coalesce(messaging_service_sid, from_number) FROM senders own WHERE own.client_id = client)
    OR s.client_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' AND NOT EXISTS (SELECT FROM senders own WHERE own.client_id = client AND own.created_at <= s.created_at)));
END $$;

${['visible_clients()', 'visible_campaigns()', 'sees_deleting()', 'deleting_parents()', 'is_shown(text)', 'search_leads(uuid, text, text)', 'number_hash(text)', 'suppressed_since(uuid, text)'].map(grantToBothRoles).join('\n')}
${triggerFunctions.map((name) => `ALTER FUNCTION ${name} ${asOwner};`).join('\n')}
${Object.entries(tables)
  .map(([table, access]) => secureTable(table, access, shownRows[table]))
  .join('\n')}
REVOKE ALL ON migrations FROM ${AGENCY};

-- A client reads its own row and locks it while usage is counted. Only the agency changes it.
CREATE POLICY client_sees_own ON clients FOR SELECT TO ${CLIENT} USING (${isOfVisibleClient('id')});
CREATE POLICY client_locks_own ON clients FOR UPDATE TO ${CLIENT} USING (${isOfVisibleClient('id')}) WITH CHECK (false);
GRANT SELECT, UPDATE (id) ON clients TO ${CLIENT};
`;
