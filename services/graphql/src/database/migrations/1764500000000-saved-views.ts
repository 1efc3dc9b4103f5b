import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isOfVisibleClient, secureTable } from '../secure-table';

/** Adds the saved views of leads. */
export class SavedViews1764500000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE saved_views (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        admin_id uuid REFERENCES users ON DELETE CASCADE,
        name text NOT NULL,
        query jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1
      );
      CREATE UNIQUE INDEX saved_views_name_key ON saved_views (client_id, coalesce(admin_id, client_id), lower(name));
      CREATE INDEX saved_views_admin_id_idx ON saved_views (admin_id);
      CREATE TRIGGER saved_views_version BEFORE UPDATE ON saved_views FOR EACH ROW WHEN (OLD *<> NEW) EXECUTE FUNCTION raise_version();
      ${secureTable('saved_views', {
        privileges: 'SELECT, INSERT, UPDATE, DELETE',
        visibleRows: `${isOfVisibleClient()} AND admin_id IS NULL`,
      })}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE saved_views');
  }
}
