import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the campaign that a notification is about. */
export class AbTestNotifications1764500002400 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // All values are null, so that the check of the foreign key is short.
    await queryRunner.query(
      `-- squawk-ignore adding-foreign-key-constraint
      ALTER TABLE notifications ADD COLUMN IF NOT EXISTS campaign_id uuid REFERENCES campaigns ON DELETE CASCADE`,
    );
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS notifications_campaign_id_idx');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY notifications_campaign_id_idx ON notifications (campaign_id) WHERE campaign_id IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "DELETE FROM notifications WHERE kind = 'ab_test'; ALTER TABLE notifications DROP campaign_id",
    );
  }
}
