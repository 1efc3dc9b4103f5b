import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isOfVisibleClient, secureTable } from '../secure-table';

/**
 * Records which erasures the database contains, so that the others are applied again after a restore. They outlive the
 * client, because their receipts are kept longer.
 */
export class Erasures1764500002000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE erasures (id uuid PRIMARY KEY, client_id uuid NOT NULL, erased_at timestamptz NOT NULL);
      CREATE INDEX erasures_erased_at_idx ON erasures (erased_at);
      ${secureTable('erasures', { privileges: 'INSERT', visibleRows: 'false', writableRows: isOfVisibleClient() })}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE erasures');
  }
}
