import {
  AGENCY,
  ofSameClient,
  ofVisibleCampaign,
  ofVisibleClient,
  ofVisibleSubject,
  secure,
  CLIENT,
  type ClientAccess,
} from '../row-level-security';
import { SEARCHED_TEXT } from './tables';

const ofClient = ofVisibleClient();
const ofCampaign = ofVisibleCampaign();
const all = 'SELECT, INSERT, UPDATE, DELETE';

const tables: Record<string, ClientAccess | undefined> = {
  campaigns: { may: all, rows: ofClient },
  form_fields: { may: all, rows: ofCampaign },
  page_versions: { may: all, rows: ofCampaign },
  slug_redirects: { may: all, rows: ofClient, check: `${ofClient} AND ${ofCampaign}` },
  views: { may: 'SELECT', rows: ofCampaign },
  source_counts: { may: 'SELECT', rows: ofCampaign },
  leads: { may: all, rows: ofClient, check: `${ofClient} AND ${ofSameClient('leads', 'campaigns', 'campaign_id')}` },
  lead_counts: { may: 'SELECT', rows: ofClient },
  consents: { may: 'SELECT, INSERT', rows: 'EXISTS (SELECT FROM leads WHERE leads.id = lead_id)' },
  spam_leads: { may: 'SELECT, DELETE', rows: ofClient },
  sequences: {
    may: all,
    rows: ofClient,
    check: `${ofClient} AND ${ofSameClient('sequences', 'campaigns', 'campaign_id')}`,
  },
  steps: { may: all, rows: 'EXISTS (SELECT FROM sequences WHERE sequences.id = sequence_id)' },
  enrollments: {
    may: 'SELECT, INSERT, UPDATE',
    rows: ofClient,
    check: `${ofClient} AND ${ofSameClient('enrollments', 'sequences', 'sequence_id')} AND ${ofSameClient('enrollments', 'leads', 'lead_id')}`,
  },
  sms_messages: { may: 'SELECT', rows: ofClient },
  replies: { may: 'SELECT', rows: ofClient },
  opt_outs: { may: 'SELECT', rows: ofClient },
  lead_notifications: {
    may: 'SELECT, INSERT',
    rows: ofClient,
    check: `${ofClient} AND ${ofSameClient('lead_notifications', 'leads', 'lead_id')}`,
  },
  test_messages: { may: 'SELECT, INSERT', rows: ofClient },
  usage_counters: { may: 'SELECT, INSERT, UPDATE', rows: ofClient },
  files: { may: all, rows: ofClient },
  stored_objects: { may: 'SELECT, INSERT, UPDATE', rows: ofClient },
  outbox: {
    may: 'SELECT, INSERT, UPDATE',
    rows: ofVisibleSubject(['enrollments', 'leads', 'test_messages', 'webhook_deliveries']),
  },
  provider_breaker: { may: 'SELECT', rows: 'true' },
  audit_entries: { may: 'SELECT', rows: ofVisibleClient('audited_client') },
  webhooks: { may: all, rows: ofClient },
  webhook_deliveries: {
    may: 'SELECT, INSERT, UPDATE',
    rows: ofClient,
    check: `${ofClient} AND ${ofSameClient('webhook_deliveries', 'webhooks', 'webhook_id')} AND (lead_id IS NULL OR ${ofSameClient('webhook_deliveries', 'leads', 'lead_id')})`,
  },
  retention_policies: { may: 'SELECT, INSERT, UPDATE', rows: ofClient },
  clients: undefined,
  sign_in_locks: undefined,
  admin_invitations: undefined,
  users: undefined,
  sessions: undefined,
  rate_limits: undefined,
  sms_log: undefined,
  unknown_receipts: undefined,
  landing_version: undefined,
  landing_changes: undefined,
  landing_caches: undefined,
  migrations: undefined,
};

/** Functions that triggers run see every row, whoever made the change. */
const triggerFunctions = [
  'count_leads()',
  'count_view_sources()',
  'count_lead_sources()',
  'landing_changed(text)',
  'note_landing_change()',
];

const asOwner = 'SECURITY DEFINER SET search_path = public, pg_temp';
const searched = `(${SEARCHED_TEXT})`;
const findLeads = (matches: string) => `SELECT ARRAY(
  SELECT id FROM leads WHERE client_id = $1 AND (${matches} OR campaign_id = ANY (ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = $1 AND named.name ILIKE $2)))
)`;
const forBoth = (name: string) =>
  `REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION ${name} TO ${AGENCY}, ${CLIENT};`;

/** The roles' rights: Postgres shows a request only the rows that it may see, whatever the application checks. */
export const rowLevelSecurity = `
GRANT USAGE ON SCHEMA public TO ${AGENCY}, ${CLIENT};

-- The signed-in client while it is active, and clients without a login whose dashboard link the request names.
CREATE FUNCTION visible_clients() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
DECLARE
  own uuid := nullif(current_setting('dripline.own_client', true), '');
  named uuid[] := coalesce(nullif(current_setting('dripline.linked_clients', true), ''), '{}');
BEGIN
  RETURN ARRAY(
    SELECT id FROM clients
    WHERE id = ANY (named || own) AND CASE WHEN auth_enabled THEN id = own AND status = 'active' ELSE id = ANY (named) END
  );
END $$;

CREATE FUNCTION visible_campaigns() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
BEGIN
  RETURN ARRAY(SELECT id FROM campaigns WHERE client_id = ANY (visible_clients()));
END $$;

-- Whether a campaign of any client shows an object: a request that cannot see the campaign must not delete its image.
CREATE FUNCTION is_shown(object_path text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
BEGIN
  RETURN EXISTS (SELECT FROM campaigns c WHERE object_path IN (c.logo_image_url, c.background_image_url, c.form_image_url, c.form_video_url));
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

${['visible_clients()', 'visible_campaigns()', 'is_shown(text)', 'search_leads(uuid, text, text)'].map(forBoth).join('\n')}
${triggerFunctions.map((name) => `ALTER FUNCTION ${name} ${asOwner};`).join('\n')}
${Object.entries(tables)
  .map(([table, access]) => secure(table, access))
  .join('\n')}
REVOKE ALL ON migrations FROM ${AGENCY};

-- A client reads its own row and locks it while usage is counted. Only the agency changes it.
CREATE POLICY client_sees_own ON clients FOR SELECT TO ${CLIENT} USING (${ofVisibleClient('id')});
CREATE POLICY client_locks_own ON clients FOR UPDATE TO ${CLIENT} USING (${ofVisibleClient('id')}) WITH CHECK (false);
GRANT SELECT, UPDATE (id) ON clients TO ${CLIENT};
`;
