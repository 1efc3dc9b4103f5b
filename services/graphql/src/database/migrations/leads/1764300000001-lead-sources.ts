import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index of the leads of a source. Leads without a source came directly. */
export class LeadSources1764300000001 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS leads_source_idx');
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY leads_source_idx ON leads (client_id, (coalesce(source, 'direct')), created_at, id)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX leads_source_idx');
  }
}
