import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isOfVisibleClient, secureTable } from '../../secure-table';

/** Adds the changes of all leads that match a filter, and what they changed. */
export class LeadJobs1764500000100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const access = { privileges: 'SELECT, INSERT, UPDATE', visibleRows: isOfVisibleClient() };
    await queryRunner.query(`
      CREATE TABLE lead_jobs (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        filter jsonb NOT NULL,
        action jsonb NOT NULL,
        undo_of uuid,
        undone boolean NOT NULL DEFAULT false,
        state text NOT NULL DEFAULT 'running',
        total integer NOT NULL,
        processed integer NOT NULL DEFAULT 0,
        changed integer NOT NULL DEFAULT 0,
        skipped jsonb NOT NULL DEFAULT '[]',
        error text,
        cursor_at text NOT NULL DEFAULT '-infinity',
        cursor_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        started_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      );
      CREATE UNIQUE INDEX lead_jobs_undo_of_key ON lead_jobs (undo_of) WHERE state IN ('running', 'done');
      CREATE INDEX lead_jobs_client_id_idx ON lead_jobs (client_id, created_at, id);
      CREATE TABLE lead_job_changes (
        job_id uuid NOT NULL REFERENCES lead_jobs ON DELETE CASCADE,
        lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
        client_id uuid NOT NULL,
        previous_status lead_status,
        added_tags text[] NOT NULL DEFAULT '{}',
        removed_tags text[] NOT NULL DEFAULT '{}',
        version integer NOT NULL,
        PRIMARY KEY (job_id, lead_id)
      );
      CREATE INDEX lead_job_changes_lead_id_idx ON lead_job_changes (lead_id);
      ${secureTable('lead_jobs', access)}
      ${secureTable('lead_job_changes', { ...access, privileges: 'SELECT' })}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE lead_job_changes; DROP TABLE lead_jobs');
  }
}
