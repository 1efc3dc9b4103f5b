import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isShown, OF_VARIANTS } from './1764500001000-ab-tests';
import { OF_BRANDS } from './1764500001300-brands';

const columns = ['logo_image_url', 'background_image_url', 'form_image_url', 'form_video_url'];

/**
 * Adds the indexes that find the campaigns that show an uploaded file, for when it may be deleted. They are hash indexes,
 * because URLs may be longer than a B-tree accepts.
 */
export class MediaIndexes1764500001800 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns) {
      // An interrupted creation leaves an invalid index.
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS campaigns_${column}_idx`);
      await queryRunner.query(
        `CREATE INDEX CONCURRENTLY campaigns_${column}_idx ON campaigns USING hash (${column}) WHERE ${column} IS NOT NULL`,
      );
    }
    const shows = columns.map((column) => `c.${column} = object_path`).join(' OR ');
    await queryRunner.query(isShown(`${OF_VARIANTS}${OF_BRANDS}`, `NOT c.deleting AND (${shows})`));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(isShown(`${OF_VARIANTS}${OF_BRANDS}`));
    for (const column of columns) await queryRunner.query(`DROP INDEX campaigns_${column}_idx`);
  }
}
