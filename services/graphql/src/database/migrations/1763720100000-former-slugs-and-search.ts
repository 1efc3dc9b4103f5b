import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Old slugs that go on working, and indexes for searching and sorting leads. */
export class FormerSlugsAndSearch1763720100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE former_slugs (
      client_id uuid NOT NULL,
      slug text NOT NULL,
      campaign_id uuid NOT NULL,
      CONSTRAINT "PK_former_slugs" PRIMARY KEY (client_id, slug),
      CONSTRAINT "FK_former_slugs_campaign" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
    );
    CREATE INDEX former_slugs_campaign_id_idx ON former_slugs (campaign_id);
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gin;
    CREATE INDEX leads_search_idx ON leads USING gin (
      client_id, (coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_e164, '')) gin_trgm_ops
    );
    CREATE INDEX leads_full_name_idx ON leads (client_id, full_name, id);
    CREATE INDEX leads_status_idx ON leads (client_id, status, created_at, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX leads_search_idx, leads_full_name_idx, leads_status_idx');
    await queryRunner.query('DROP TABLE former_slugs');
    await queryRunner.query('DROP EXTENSION IF EXISTS pg_trgm, btree_gin');
  }
}
