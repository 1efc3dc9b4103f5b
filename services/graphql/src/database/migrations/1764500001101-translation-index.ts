import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index of campaigns by the one that they are a translation of. */
export class TranslationIndex1764500001101 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS campaigns_translation_of_id_idx');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY campaigns_translation_of_id_idx ON campaigns (translation_of_id) WHERE translation_of_id IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX campaigns_translation_of_id_idx');
  }
}
