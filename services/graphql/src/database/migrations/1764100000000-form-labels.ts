import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the labels of the questions that visitors saw, with each submission and with each version of a page. */
export class FormLabels1764100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['leads', 'spam_leads', 'page_versions'])
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN form_labels jsonb`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['leads', 'spam_leads', 'page_versions'])
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN form_labels`);
  }
}
