import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index of leads by their owner. */
export class LeadOwnerIndex1764500000701 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS leads_owner_id_idx');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY leads_owner_id_idx ON leads (client_id, owner_id, created_at, id) WHERE owner_id IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX leads_owner_id_idx');
  }
}
