import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasParentOfSameClient, isNotOfDeleting, isOfVisibleClient, secureTable } from '../secure-table';

/** Creates the table of drafts of campaigns or of sequences, one for each. */
const draftsTable = (noun: 'campaign' | 'sequence', visibleRows: string) => `
      CREATE TABLE ${noun}_drafts (
        ${noun}_id uuid PRIMARY KEY REFERENCES ${noun}s ON DELETE CASCADE,
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        content jsonb NOT NULL,
        saved_by text NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now(),
        publish_at timestamptz,
        failure text
      );
      CREATE INDEX ${noun}_drafts_client_id_idx ON ${noun}_drafts (client_id);
      CREATE INDEX ${noun}_drafts_publish_at_idx ON ${noun}_drafts (publish_at) WHERE publish_at IS NOT NULL;
      ${secureTable(
        `${noun}_drafts`,
        {
          privileges: 'SELECT, INSERT, UPDATE, DELETE',
          visibleRows,
          writableRows: `${visibleRows} AND ${hasParentOfSameClient(`${noun}_drafts`, `${noun}s`, `${noun}_id`)}`,
        },
        isNotOfDeleting(`${noun}_id`),
      )}`;

/**
 * Adds the versions and drafts of campaigns and sequences, and the one that each enrollment follows. The previous release stores neither: its
 * enrollments follow version 0, and keep their steps unless a later version moves or stops them.
 */
export class Versions1764500001200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const visibleRows = isOfVisibleClient();
    await queryRunner.query(`
      CREATE TABLE sequence_versions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        sequence_id uuid NOT NULL REFERENCES sequences ON DELETE CASCADE,
        number integer NOT NULL,
        trigger_event trigger_event NOT NULL,
        stop_on_reply boolean NOT NULL,
        steps jsonb NOT NULL,
        enrolled_leads text NOT NULL,
        published_by text,
        published_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX sequence_versions_number_key ON sequence_versions (sequence_id, number);
      CREATE INDEX sequence_versions_client_id_idx ON sequence_versions (client_id);
      ${secureTable(
        'sequence_versions',
        {
          privileges: 'SELECT, INSERT',
          visibleRows,
          writableRows: `${visibleRows} AND ${hasParentOfSameClient('sequence_versions', 'sequences', 'sequence_id')}`,
        },
        isNotOfDeleting('sequence_id'),
      )}
      CREATE TABLE campaign_versions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
        number integer NOT NULL,
        content jsonb NOT NULL,
        published_by text,
        published_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX campaign_versions_number_key ON campaign_versions (campaign_id, number);
      CREATE INDEX campaign_versions_client_id_idx ON campaign_versions (client_id);
      ${secureTable(
        'campaign_versions',
        {
          privileges: 'SELECT, INSERT',
          visibleRows,
          writableRows: `${visibleRows} AND ${hasParentOfSameClient('campaign_versions', 'campaigns', 'campaign_id')}`,
        },
        isNotOfDeleting('campaign_id'),
      )}
      ${draftsTable('campaign', visibleRows)}
      ${draftsTable('sequence', visibleRows)}
      ALTER TABLE sequence_drafts ADD COLUMN enrolled_leads text NOT NULL DEFAULT 'finish';
      ALTER TABLE sequences ADD COLUMN published_version integer NOT NULL DEFAULT 1;
      ALTER TABLE enrollments ADD COLUMN sequence_version integer NOT NULL DEFAULT 0;
      -- The table is small: at most 50 steps for each sequence that a person wrote.
      -- squawk-ignore adding-field-with-default
      ALTER TABLE steps ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid();
      INSERT INTO sequence_versions (client_id, sequence_id, number, trigger_event, stop_on_reply, steps, enrolled_leads, published_at)
      SELECT client_id, id, 1, trigger_event, stop_on_reply,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'delayMinutes', delay_minutes, 'message', message, 'variants', variants) ORDER BY position), '[]')
         FROM steps WHERE sequence_id = sequences.id), 'finish', updated_at
      FROM sequences`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE steps DROP COLUMN key;
      ALTER TABLE enrollments DROP COLUMN sequence_version;
      ALTER TABLE sequences DROP COLUMN published_version;
      DROP TABLE sequence_drafts;
      DROP TABLE campaign_drafts;
      DROP TABLE campaign_versions;
      DROP TABLE sequence_versions`);
  }
}
