import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  usage_counters_month_idx: 'usage_counters (month, kind)',
  replies_stop_idx: `replies (client_id, created_at) WHERE intent = 'stop'`,
};

/** Adds the indexes of the usage of a month, and of opt-outs by client. */
export class AgencyIndexes1764400000001 implements MigrationInterface {
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
