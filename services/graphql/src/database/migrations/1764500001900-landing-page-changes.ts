import type { MigrationInterface, QueryRunner } from 'typeorm';
import { secureTable } from '../secure-table';
import { asOwner } from './initial-schema/row-policies';

/** The tables whose rows landing pages show, and the changes of them that do not come with one of another table. */
const recorded: Record<string, string> = {
  clients: 'UPDATE OR DELETE',
  campaigns: 'INSERT OR UPDATE OR DELETE',
  form_fields: 'INSERT OR UPDATE OR DELETE',
  placements: 'UPDATE OR DELETE',
  ab_tests: 'INSERT OR UPDATE OR DELETE',
  ab_test_variants: 'UPDATE',
  stored_objects: 'UPDATE',
};
/** The condition of an update of a stored object: copies of an image were created. */
const RENDERED = 'OLD.rendered_at IS DISTINCT FROM NEW.rendered_at AND NEW.client_id IS NOT NULL';

/**
 * Records whose landing pages may have changed, so that landing caches keep the others. Without a foreign key, because
 * rows are kept for an hour only.
 */
export class LandingPageChanges1764500001900 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE landing_page_changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        client_id uuid NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (xid, client_id)
      );
      CREATE INDEX landing_page_changes_changed_at_idx ON landing_page_changes (changed_at);
      ${secureTable('landing_page_changes')}
      CREATE FUNCTION record_landing_page_change() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
      DECLARE
        changed jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
        client uuid := changed ->> 'client_id';
      BEGIN
        IF TG_TABLE_NAME = 'clients' THEN client := changed ->> 'id';
        ELSIF TG_TABLE_NAME = 'form_fields' THEN
          SELECT client_id INTO client FROM campaigns WHERE id = (changed ->> 'campaign_id')::uuid;
        ELSIF TG_TABLE_NAME = 'ab_test_variants' THEN
          -- Most updates count views. Only with the last one of a variant may the test be complete.
          IF OLD.page_version = NEW.page_version AND NOT EXISTS (
            SELECT FROM ab_tests WHERE id = NEW.test_id AND views_per_variant > OLD.views AND views_per_variant <= NEW.views
          ) THEN RETURN NULL;
          END IF;
        END IF;
        IF client IS NOT NULL THEN INSERT INTO landing_page_changes (client_id) VALUES (client) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END $$`);
    for (const [table, events] of Object.entries(recorded))
      await queryRunner.query(
        `CREATE TRIGGER record_landing_page_change AFTER ${events} ON ${table} FOR EACH ROW ${table === 'stored_objects' ? `WHEN (${RENDERED})` : ''} EXECUTE FUNCTION record_landing_page_change()`,
      );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(recorded))
      await queryRunner.query(`DROP TRIGGER record_landing_page_change ON ${table}`);
    await queryRunner.query('DROP FUNCTION record_landing_page_change(); DROP TABLE landing_page_changes');
  }
}
