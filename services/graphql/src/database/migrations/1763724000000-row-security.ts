import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  AGENCY,
  ofSameClient,
  ofVisibleCampaign,
  ofVisibleClient,
  ofVisibleSubject,
  secure,
  TENANT,
  type TenantAccess,
  unsecure,
} from './row-security';

const ofClient = ofVisibleClient();
const ofCampaign = ofVisibleCampaign();
const all = 'SELECT, INSERT, UPDATE, DELETE';

const tables: Record<string, TenantAccess | undefined> = {
  campaigns: { may: all, rows: ofClient },
  form_fields: { may: all, rows: ofCampaign },
  page_versions: { may: all, rows: ofCampaign },
  former_slugs: { may: all, rows: ofClient, check: `${ofClient} AND ${ofCampaign}` },
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
  alerts: {
    may: 'SELECT, INSERT',
    rows: ofClient,
    check: `${ofClient} AND ${ofSameClient('alerts', 'leads', 'lead_id')}`,
  },
  test_texts: { may: 'SELECT, INSERT', rows: ofClient },
  usage_counters: { may: 'SELECT, INSERT, UPDATE', rows: ofClient },
  files: { may: all, rows: ofClient },
  stored_objects: { may: 'SELECT, INSERT, UPDATE', rows: ofClient },
  outbox: { may: 'SELECT, INSERT, UPDATE', rows: ofVisibleSubject(['enrollments', 'leads', 'test_texts']) },
  provider_troubles: { may: 'SELECT', rows: 'true' },
  clients: undefined,
  users: undefined,
  sessions: undefined,
  throttles: undefined,
  logged_texts: undefined,
  unknown_receipts: undefined,
  landing_version: undefined,
  landing_changes: undefined,
  landing_doors: undefined,
  migrations: undefined,
};

/** What triggers keep is kept for everybody, whoever's change it follows from. */
const kept = [
  'count_leads()',
  'count_view_sources()',
  'count_lead_sources()',
  'landing_changed(text)',
  'note_landing_change()',
];

const asOwner = 'SECURITY DEFINER SET search_path = public, pg_temp';
// As the index for searching has it.
const searched = `(coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_e164, ''))`;
const findLeads = (matches: string) => `SELECT ARRAY(
  SELECT id FROM leads WHERE client_id = $1 AND (${matches} OR campaign_id = ANY (ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = $1 AND named.name ILIKE $2)))
)`;
const forTenants = (name: string) =>
  `REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION ${name} TO ${AGENCY}, ${TENANT};`;

/** The second wall: what a request may not see, Postgres does not show it, whatever our own checks say. */
export class RowSecurity1763724000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    GRANT USAGE ON SCHEMA public TO ${AGENCY}, ${TENANT};

    -- The client that is signed in while it may be, and those named by their links that have no login.
    CREATE FUNCTION visible_clients() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
    DECLARE
      own uuid := nullif(current_setting('dripline.own', true), '');
      named uuid[] := coalesce(nullif(current_setting('dripline.named', true), ''), '{}');
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

    -- Whether any client's campaign shows an object: who may not see the campaign must not remove its picture.
    CREATE FUNCTION is_shown(object_path text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
    BEGIN
      RETURN EXISTS (SELECT FROM campaigns c WHERE object_path IN (c.logo_image_url, c.background_image_url, c.form_image_url, c.form_video_url));
    END $$;

    -- ILIKE might tell of rows that it is not to see, so Postgres would not let a tenant use the index for it: the search asks for itself whose leads it may look at.
    CREATE FUNCTION search_leads(client uuid, pattern text, other text) RETURNS uuid[] LANGUAGE plpgsql STABLE ${asOwner} AS $$
    DECLARE found uuid[];
    BEGIN
      IF client <> ALL (visible_clients()) THEN RETURN '{}'; END IF;
      -- Planned for these patterns each time: how many rows they find differs too much.
      IF other IS NULL THEN EXECUTE $find$ ${findLeads(`${searched} ILIKE $2`)} $find$ USING client, pattern INTO found;
      ELSE EXECUTE $find$ ${findLeads(`${searched} ILIKE $2 OR ${searched} ILIKE $3`)} $find$ USING client, pattern, other INTO found;
      END IF;
      RETURN found;
    END $$;

    ${['visible_clients()', 'visible_campaigns()', 'is_shown(text)', 'search_leads(uuid, text, text)'].map(forTenants).join('\n')}
    ${kept.map((name) => `ALTER FUNCTION ${name} ${asOwner};`).join('\n')}
    ${Object.entries(tables)
      .map(([table, access]) => secure(table, access))
      .join('\n')}
    REVOKE ALL ON migrations FROM ${AGENCY};

    -- A client is seen, and locked while something of it is counted; only the agency changes one.
    CREATE POLICY tenant_sees_own ON clients FOR SELECT TO ${TENANT} USING (${ofVisibleClient('id')});
    CREATE POLICY tenant_locks_own ON clients FOR UPDATE TO ${TENANT} USING (${ofVisibleClient('id')}) WITH CHECK (false);
    GRANT SELECT, UPDATE (id) ON clients TO ${TENANT};
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    DROP POLICY tenant_locks_own ON clients;
    ${Object.keys(tables).map(unsecure).join('\n')}
    ${kept.map((name) => `ALTER FUNCTION ${name} SECURITY INVOKER RESET ALL;`).join('\n')}
    DROP FUNCTION search_leads(uuid, text, text), is_shown(text), visible_campaigns(), visible_clients();
    REVOKE USAGE ON SCHEMA public FROM ${AGENCY}, ${TENANT};
    `);
  }
}
