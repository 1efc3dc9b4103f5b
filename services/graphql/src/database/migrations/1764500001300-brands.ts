import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isShown, OF_VARIANTS } from './1764500001000-ab-tests';

/** The condition that the brand of a client shows an object. */
export const OF_BRANDS = `
        OR EXISTS (SELECT FROM stored_objects o JOIN clients owner ON owner.id = o.client_id WHERE o.path = object_path AND NOT owner.deleting
          AND object_path IN (owner.brand ->> 'logoImageUrl', owner.brand ->> 'faviconImageUrl', owner.brand ->> 'socialImageUrl'))`;

/** Adds the brand of clients. Its images are uploads of the same client, so they are found by the client's key. */
export class Brands1764500001300 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE clients ADD COLUMN brand jsonb NOT NULL DEFAULT
        '{"productName": "", "color": "#146c74", "logoImageUrl": null, "faviconImageUrl": null, "socialImageUrl": null}';
      ${isShown(`${OF_VARIANTS}${OF_BRANDS}`)}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${isShown(OF_VARIANTS)}
      ALTER TABLE clients DROP COLUMN brand`);
  }
}
