import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the UTM campaign of leads as a column with an index. A trigger fills it, because Postgres does not use an index
 * of an expression that reads JSON under row-level security.
 */
export class UtmCampaigns1764500002501 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. Each statement can be repeated. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE leads ADD COLUMN IF NOT EXISTS utm_campaign text');
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION set_utm_campaign() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
      BEGIN
        NEW.utm_campaign := NEW.attribution ->> 'utmCampaign';
        RETURN NEW;
      END $$`);
    await queryRunner.query(
      'CREATE OR REPLACE TRIGGER set_utm_campaign BEFORE INSERT OR UPDATE OF attribution ON leads FOR EACH ROW EXECUTE FUNCTION set_utm_campaign()',
    );
    await queryRunner.query(
      "UPDATE leads SET attribution = attribution WHERE attribution ->> 'utmCampaign' IS DISTINCT FROM utm_campaign",
    );
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS leads_utm_campaign_idx');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY leads_utm_campaign_idx ON leads (client_id, utm_campaign, created_at, id) WHERE utm_campaign IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER set_utm_campaign ON leads;
      DROP FUNCTION set_utm_campaign();
      ALTER TABLE leads DROP COLUMN utm_campaign`);
  }
}
