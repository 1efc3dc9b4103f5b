import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasParentOfSameClient, isOfVisibleClient, secureTable } from '../../secure-table';

/** Adds imports of leads from files, and the jobs that do them. */
export class LeadImports1764500000500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const visibleRows = isOfVisibleClient();
    await queryRunner.query(`
      CREATE TABLE lead_imports (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
        file_name text NOT NULL,
        columns jsonb NOT NULL,
        how_obtained text,
        rows integer NOT NULL DEFAULT 0,
        bytes integer NOT NULL DEFAULT 0,
        ready integer NOT NULL DEFAULT 0,
        consenting integer NOT NULL DEFAULT 0,
        problems jsonb NOT NULL DEFAULT '[]',
        ip_address text NOT NULL,
        user_agent text NOT NULL,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz
      );
      CREATE INDEX lead_imports_client_id_idx ON lead_imports (client_id);
      CREATE INDEX lead_imports_campaign_id_idx ON lead_imports (campaign_id);
      CREATE TABLE lead_import_rows (
        import_id uuid NOT NULL REFERENCES lead_imports ON DELETE CASCADE,
        position integer NOT NULL,
        client_id uuid NOT NULL,
        cells text[] NOT NULL,
        phone_e164 text,
        email text,
        problem text,
        lead_id uuid REFERENCES leads ON DELETE CASCADE,
        PRIMARY KEY (import_id, position)
      );
      CREATE INDEX lead_import_rows_phone_idx ON lead_import_rows (client_id, phone_e164);
      CREATE INDEX lead_import_rows_email_idx ON lead_import_rows (client_id, email);
      CREATE INDEX lead_import_rows_lead_id_idx ON lead_import_rows (lead_id);
      ${secureTable('lead_imports', {
        privileges: 'SELECT, INSERT, UPDATE, DELETE',
        visibleRows,
        writableRows: `${visibleRows} AND ${hasParentOfSameClient('lead_imports', 'campaigns', 'campaign_id')}`,
      })}
      ${secureTable('lead_import_rows', {
        privileges: 'SELECT, INSERT, DELETE',
        visibleRows,
        writableRows: `${visibleRows} AND ${hasParentOfSameClient('lead_import_rows', 'lead_imports', 'import_id')}`,
      })}
      ALTER TABLE lead_jobs ADD COLUMN import_id uuid`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE lead_import_rows; DROP TABLE lead_imports; ALTER TABLE lead_jobs DROP COLUMN import_id',
    );
  }
}
