import type { MigrationInterface, QueryRunner } from 'typeorm';
import { secureTable } from '../secure-table';

/** Tables whose changes concern a client's state, and the condition of a change that does. */
const recorded: Record<string, string> = {
  clients: 'NOT NEW.deleting',
  senders: 'OLD.rejected_code IS DISTINCT FROM NEW.rejected_code',
  sequences: 'OLD.paused_at IS DISTINCT FROM NEW.paused_at',
  webhooks: 'OLD.failing_since IS DISTINCT FROM NEW.failing_since OR OLD.enabled IS DISTINCT FROM NEW.enabled',
};

/**
 * Records changes of what the agency’s Overview shows, so that it follows them without polling, and keeps changes of
 * limits, from which the limits of past months follow.
 */
export class AgencyConsole1764400000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TYPE change_kind ADD VALUE IF NOT EXISTS 'client_updated'`);
    await queryRunner.query(`
      CREATE FUNCTION record_client_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE client uuid := CASE TG_TABLE_NAME WHEN 'clients' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'client_id' END;
      BEGIN
        INSERT INTO changes (client_id, kind, object_id) VALUES (client, 'client_updated', client);
        RETURN NULL;
      END $$`);
    for (const [table, condition] of Object.entries(recorded))
      await queryRunner.query(
        `CREATE TRIGGER record_client_change AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION record_client_change()`,
      );
    await queryRunner.query(`
      CREATE TABLE limit_changes (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        quota text NOT NULL,
        previous integer NOT NULL,
        current integer NOT NULL,
        changed_by text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX limit_changes_client_id_idx ON limit_changes (client_id, changed_at, id);
      ${secureTable('limit_changes')}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE limit_changes');
    for (const table of Object.keys(recorded)) await queryRunner.query(`DROP TRIGGER record_client_change ON ${table}`);
    await queryRunner.query('DROP FUNCTION record_client_change()');
    await queryRunner.query(`
      DELETE FROM changes WHERE kind = 'client_updated';
      ALTER TYPE change_kind RENAME TO former_change_kind;
      CREATE TYPE change_kind AS ENUM ('lead_created', 'lead_updated', 'message_updated', 'enrollment_updated');
      ALTER TABLE changes ALTER kind TYPE change_kind USING kind::text::change_kind;
      DROP TYPE former_change_kind`);
  }
}
