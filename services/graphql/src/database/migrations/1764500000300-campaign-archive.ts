import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time at which a campaign was archived. */
export class CampaignArchive1764500000300 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE campaigns ADD COLUMN archived_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE campaigns DROP COLUMN archived_at');
  }
}
