import type { MigrationInterface, QueryRunner } from 'typeorm';
import { secureTable } from '../secure-table';

/** Adds what the agency charges. Rows are only added, so that a statement of a past month never changes. */
export class Rates1764500000200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE rates (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid REFERENCES clients ON DELETE CASCADE,
        from_month text NOT NULL,
        currency text,
        base_fee numeric(12, 5),
        per_lead numeric(12, 5),
        per_segment numeric(12, 5),
        changed_by text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX rates_client_id_idx ON rates (client_id, from_month, changed_at, id);
      ${secureTable('rates')}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE rates');
  }
}
