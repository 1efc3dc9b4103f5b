import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasParentOfSameClient, isNotOfDeleting, isOfVisibleClient, secureTable } from '../secure-table';

const isOfLeadOfSameClient = hasParentOfSameClient('enrollments', 'leads', 'lead_id');
const isOfSequenceOfSameClient = hasParentOfSameClient('enrollments', 'sequences', 'sequence_id');
const ofClient = isOfVisibleClient();
const recordChange = (table: string, name: string, event: string, rows: string) =>
  `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_lead_content_changes();`;
const recordEnrollmentChanges = (kind: string) => `
      CREATE OR REPLACE FUNCTION record_enrollment_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        INSERT INTO changes (client_id, kind, object_id) SELECT client_id, ${kind}, id FROM added;
        RETURN NULL;
      END $$;`;

/** Stores messages that people write to leads, which belong to no sequence, and notes on leads. */
export class Conversations1764200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The previous release ignores enrollments without a sequence.
      -- squawk-ignore ban-drop-not-null
      ALTER TABLE enrollments ALTER COLUMN sequence_id DROP NOT NULL;
      -- squawk-ignore ban-drop-not-null
      ALTER TABLE sms_messages ALTER COLUMN sms_sequence_id DROP NOT NULL;
      ALTER TABLE sms_messages ADD COLUMN sent_by text;
      ALTER POLICY client_sees_own ON enrollments USING (${ofClient})
        WITH CHECK (${ofClient} AND (sequence_id IS NULL OR ${isOfSequenceOfSameClient}) AND ${isOfLeadOfSameClient});
      ALTER POLICY hides_deleting ON enrollments USING (sequence_id IS NULL OR ${isNotOfDeleting('sequence_id')});
      ALTER POLICY hides_deleting ON sms_messages
        USING (${isNotOfDeleting('campaign_id')} AND (sms_sequence_id IS NULL OR ${isNotOfDeleting('sms_sequence_id')}));

      CREATE TABLE lead_notes (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
        body text NOT NULL,
        author_id uuid NOT NULL,
        author_name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1
      );
      CREATE INDEX lead_notes_lead_id_idx ON lead_notes (lead_id, created_at, id);
      CREATE INDEX lead_notes_client_id_idx ON lead_notes (client_id);
      CREATE TRIGGER lead_notes_version BEFORE UPDATE ON lead_notes FOR EACH ROW WHEN (OLD *<> NEW) EXECUTE FUNCTION raise_version();
      ${secureTable('lead_notes', {
        privileges: 'SELECT, INSERT, UPDATE, DELETE',
        visibleRows: ofClient,
        writableRows: `${ofClient} AND ${hasParentOfSameClient('lead_notes', 'leads', 'lead_id')}`,
      })}

      -- The message that a person wrote has the ID of its enrollment, which the API does not show.
      ${recordEnrollmentChanges(`CASE WHEN sequence_id IS NULL THEN 'message_updated' ELSE 'enrollment_updated' END::change_kind`)}
      CREATE FUNCTION record_lead_content_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        -- A lead that is being deleted is gone by now.
        INSERT INTO changes (client_id, kind, object_id)
        SELECT DISTINCT client_id, 'lead_updated'::change_kind, lead_id FROM changed WHERE lead_id IN (SELECT id FROM leads);
        RETURN NULL;
      END $$;
      ${recordChange('replies', 'record_added', 'INSERT', 'NEW')}
      ${recordChange('lead_notes', 'record_added', 'INSERT', 'NEW')}
      ${recordChange('lead_notes', 'record_changed', 'UPDATE', 'NEW')}
      ${recordChange('lead_notes', 'record_removed', 'DELETE', 'OLD')}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER record_added ON replies;
      DROP TABLE lead_notes;
      DROP FUNCTION record_lead_content_changes();
      ${recordEnrollmentChanges(`'enrollment_updated'`)}
      DELETE FROM enrollments WHERE sequence_id IS NULL;
      ALTER POLICY hides_deleting ON sms_messages USING (${isNotOfDeleting('campaign_id', 'sms_sequence_id')});
      ALTER POLICY hides_deleting ON enrollments USING (${isNotOfDeleting('sequence_id')});
      ALTER POLICY client_sees_own ON enrollments USING (${ofClient})
        WITH CHECK (${ofClient} AND ${isOfSequenceOfSameClient} AND ${isOfLeadOfSameClient});
      ALTER TABLE sms_messages DROP COLUMN sent_by;
      ALTER TABLE sms_messages ALTER COLUMN sms_sequence_id SET NOT NULL;
      ALTER TABLE enrollments ALTER COLUMN sequence_id SET NOT NULL;`);
  }
}
