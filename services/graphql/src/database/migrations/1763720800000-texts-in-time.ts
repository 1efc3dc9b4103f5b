import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a text took its place in the limit, and whose turn it is to try a provider in trouble. */
export class TextsInTime1763720800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    ALTER TABLE sms_messages ADD claimed_at timestamptz;
    UPDATE sms_messages SET claimed_at = coalesce(attempted_at, created_at) WHERE status IN ('queued', 'sent', 'failed');
    ALTER TABLE provider_troubles ADD probe_until timestamptz;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_troubles DROP probe_until');
    await queryRunner.query('ALTER TABLE sms_messages DROP claimed_at');
  }
}
