import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the design and language of landing pages. The defaults are constants, so that no row is rewritten. */
export class PageDesign1764500001100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TYPE campaign_layout AS ENUM ('split', 'centered', 'picture')`);
    await queryRunner.query(`CREATE TYPE campaign_language AS ENUM ('en', 'es', 'fr', 'de', 'pt')`);
    await queryRunner.query(`ALTER TABLE campaigns
      ADD COLUMN language campaign_language NOT NULL DEFAULT 'en',
      ADD COLUMN translation_of_id uuid,
      ADD COLUMN layout campaign_layout NOT NULL DEFAULT 'split',
      ADD COLUMN brand_color text NOT NULL DEFAULT '#146c74',
      ADD COLUMN form_title text NOT NULL DEFAULT '',
      ADD COLUMN contact_phone text NOT NULL DEFAULT '',
      ADD COLUMN contact_address text NOT NULL DEFAULT '',
      ADD COLUMN testimonials jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN faq jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE campaigns
      DROP COLUMN faq, DROP COLUMN testimonials, DROP COLUMN contact_address, DROP COLUMN contact_phone,
      DROP COLUMN form_title, DROP COLUMN brand_color, DROP COLUMN layout,
      DROP COLUMN translation_of_id, DROP COLUMN language`);
    await queryRunner.query('DROP TYPE campaign_layout, campaign_language');
  }
}
