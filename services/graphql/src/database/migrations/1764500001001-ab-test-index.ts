import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index of leads by the variant of an A/B test. */
export class AbTestIndex1764500001001 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS leads_variant_id_idx');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY leads_variant_id_idx ON leads (variant_id, status) WHERE variant_id IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX leads_variant_id_idx');
  }
}
