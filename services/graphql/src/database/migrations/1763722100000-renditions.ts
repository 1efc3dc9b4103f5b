import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an image measures, and the smaller copies of it that landing pages show. */
export class Renditions1763722100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    ALTER TABLE stored_objects ADD original_id uuid, ADD width integer, ADD height integer, ADD rendered_at timestamptz;
    CREATE INDEX stored_objects_original_id_idx ON stored_objects (original_id) WHERE original_id IS NOT NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM stored_objects WHERE original_id IS NOT NULL`);
    await queryRunner.query('ALTER TABLE stored_objects DROP original_id, DROP width, DROP height, DROP rendered_at');
  }
}
