import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  // Cut, because Postgres does not index long text.
  leads_email_idx: 'leads (client_id, left(lower(email), 254))',
  lead_jobs_import_id_idx: 'lead_jobs (import_id) WHERE import_id IS NOT NULL',
};

/** Adds the indexes of leads by email address, which imports look for, and of the jobs of an import. */
export class ImportIndexes1764500000501 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes)) {
      // An interrupted creation leaves an invalid index.
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${Object.keys(indexes).join(', ')}`);
  }
}
