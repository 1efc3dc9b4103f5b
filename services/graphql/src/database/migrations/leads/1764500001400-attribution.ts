import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to leads and spam submissions where the visitor came from, and to campaigns the question whether ad networks
 * may receive conversions of them. The defaults are constants, so that no row is rewritten.
 */
export class Attribution1764500001400 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE campaigns ADD COLUMN ad_consent_text text NOT NULL DEFAULT '';
      ALTER TABLE leads ADD COLUMN attribution jsonb, ADD COLUMN ad_consent boolean;
      ALTER TABLE spam_leads ADD COLUMN attribution jsonb, ADD COLUMN ad_consent boolean`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE spam_leads DROP COLUMN ad_consent, DROP COLUMN attribution;
      ALTER TABLE leads DROP COLUMN ad_consent, DROP COLUMN attribution;
      ALTER TABLE campaigns DROP COLUMN ad_consent_text`);
  }
}
