import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['page_versions', 'spam_leads', 'leads'];

/** Adds the text that visitors saw beside the question whether ad networks may receive conversions of them. */
export class AdConsentText1764500002500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ad_consent_text text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ad_consent_text`);
  }
}
