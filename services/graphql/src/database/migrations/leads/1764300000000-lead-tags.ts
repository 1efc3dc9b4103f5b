import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AGENCY, CLIENT, hasParentOfSameClient, isOfVisibleClient, secureTable } from '../../secure-table';

const ofClient = isOfVisibleClient();
const all = 'SELECT, INSERT, UPDATE, DELETE';

// The conditions of `suppressed_since`, for all leads of a client at once. The agency role sees the leads of all
// clients. `role` is still the caller's in a function that runs as its owner. Looks up each lead's number, because a join
// would read the opted-out numbers of all clients.
const optedOutLeads = `
  CREATE FUNCTION opted_out_leads(client uuid) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 1000
    SECURITY DEFINER SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  DECLARE
    own_sender text;
    own_since timestamptz;
  BEGIN
    IF current_setting('role') IS DISTINCT FROM '${AGENCY}' AND client <> ALL (visible_clients()) THEN RETURN; END IF;
    SELECT coalesce(messaging_service_sid, from_number), created_at INTO own_sender, own_since FROM senders WHERE client_id = client;
    RETURN QUERY SELECT l.id FROM leads l WHERE l.client_id = client AND l.phone_e164 IS NOT NULL AND EXISTS (
      SELECT FROM suppressions s WHERE s.number_hash = number_hash(l.phone_e164) AND (s.client_id = client OR s.sender = own_sender
        OR s.client_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' AND (own_since IS NULL OR own_since > s.created_at)));
  END $$;
  REVOKE EXECUTE ON FUNCTION opted_out_leads(uuid) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION opted_out_leads(uuid) TO ${AGENCY}, ${CLIENT};`;

/** Adds tags of leads, and finds the leads that opted out of messages. */
export class LeadTags1764300000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE tags (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        name text NOT NULL,
        key text NOT NULL
      );
      CREATE UNIQUE INDEX tags_client_key ON tags (client_id, key);
      CREATE TABLE lead_tags (
        client_id uuid NOT NULL,
        lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
        tag_id uuid NOT NULL REFERENCES tags ON DELETE CASCADE,
        PRIMARY KEY (lead_id, tag_id)
      );
      CREATE INDEX lead_tags_tag_id_idx ON lead_tags (tag_id, lead_id);`);
    await queryRunner.query(secureTable('tags', { privileges: all, visibleRows: ofClient }));
    const isOfLeadAndTag = ['leads', 'tags'].map((parent) =>
      hasParentOfSameClient('lead_tags', parent, `${parent.slice(0, -1)}_id`),
    );
    await queryRunner.query(
      secureTable('lead_tags', {
        privileges: 'SELECT, INSERT, DELETE',
        visibleRows: ofClient,
        writableRows: [ofClient, ...isOfLeadAndTag].join(' AND '),
      }),
    );
    await queryRunner.query(optedOutLeads);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION opted_out_leads(uuid)');
    await queryRunner.query('DROP TABLE lead_tags, tags');
  }
}
