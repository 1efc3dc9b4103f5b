import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the campaign that a notification is about. */
export class AbTestNotifications1764500002400 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE notifications ADD campaign_id uuid');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "DELETE FROM notifications WHERE kind = 'ab_test'; ALTER TABLE notifications DROP campaign_id",
    );
  }
}
