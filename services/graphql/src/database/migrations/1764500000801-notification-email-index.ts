import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index of the accounts that are emailed. */
export class NotificationEmailIndex1764500000801 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS notification_settings_emailed_idx');
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY notification_settings_emailed_idx ON notification_settings (next_email_at, id) WHERE email_kinds <> '{}'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX notification_settings_emailed_idx');
  }
}
