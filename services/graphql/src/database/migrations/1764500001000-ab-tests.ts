import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasParentOfSameClient, isNotOfDeleting, isOfVisibleClient, secureTable } from '../secure-table';
import { asOwner } from './initial-schema/row-policies';

const shown =
  'NOT c.deleting AND object_path IN (c.logo_image_url, c.background_image_url, c.form_image_url, c.form_video_url)';
/** The function that returns whether an object is shown: as media of a campaign, or by one of the other conditions. */
export const isShown = (others = '', condition = shown) => `
  CREATE OR REPLACE FUNCTION is_shown(object_path text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE ${asOwner} AS $$
  BEGIN
    RETURN EXISTS (SELECT FROM campaigns c WHERE ${condition})${others};
  END $$;`;

/** The condition that a variant of an A/B test shows an object. */
export const OF_VARIANTS = `
        OR EXISTS (SELECT FROM ab_test_variants variant JOIN ab_tests test ON test.id = variant.test_id
          JOIN campaigns c ON c.id = test.campaign_id WHERE NOT c.deleting AND variant.form_image_url = object_path)`;

/** Adds A/B tests, the variant that a visitor saw to leads, spam and page versions, and variants of messages. */
export class AbTests1764500001000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const visibleRows = isOfVisibleClient();
    const privileges = 'SELECT, INSERT, UPDATE';
    await queryRunner.query(`
      CREATE TABLE ab_tests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
        goal text NOT NULL,
        views_per_variant integer NOT NULL,
        kept_variant_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz
      );
      CREATE INDEX ab_tests_campaign_id_idx ON ab_tests (campaign_id, created_at, id);
      CREATE UNIQUE INDEX ab_tests_running_key ON ab_tests (campaign_id) WHERE ended_at IS NULL;
      CREATE INDEX ab_tests_client_id_idx ON ab_tests (client_id);
      CREATE TABLE ab_test_variants (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL,
        test_id uuid NOT NULL REFERENCES ab_tests ON DELETE CASCADE,
        position integer NOT NULL,
        headline text,
        subheadline text,
        form_image_url text,
        submit_button_text text,
        hidden_field_ids text[] NOT NULL DEFAULT '{}',
        page_version text NOT NULL DEFAULT '',
        views integer NOT NULL DEFAULT 0,
        leads integer,
        qualified integer
      );
      CREATE UNIQUE INDEX ab_test_variants_position_key ON ab_test_variants (test_id, position);
      CREATE INDEX ab_test_variants_image_idx ON ab_test_variants (form_image_url) WHERE form_image_url IS NOT NULL;
      ${secureTable(
        'ab_tests',
        {
          privileges,
          visibleRows,
          writableRows: `${visibleRows} AND ${hasParentOfSameClient('ab_tests', 'campaigns', 'campaign_id')}`,
        },
        isNotOfDeleting('campaign_id'),
      )}
      ${secureTable('ab_test_variants', {
        privileges,
        visibleRows,
        writableRows: `${visibleRows} AND ${hasParentOfSameClient('ab_test_variants', 'ab_tests', 'test_id')}`,
      })}
      ALTER TABLE leads ADD COLUMN variant_id uuid;
      ALTER TABLE spam_leads ADD COLUMN variant_id uuid;
      ALTER TABLE page_versions ADD COLUMN variant_id uuid;
      ALTER TABLE steps ADD COLUMN variants text[] NOT NULL DEFAULT '{}';
      CREATE FUNCTION comparison_of(message text, variants text[]) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
        RETURN CASE WHEN variants <> '{}' THEN md5(array_to_string(message || variants, E'\\x1f')) END;
      ${isShown(OF_VARIANTS)}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${isShown()}
      DROP FUNCTION comparison_of(text, text[]);
      ALTER TABLE steps DROP COLUMN variants;
      ALTER TABLE page_versions DROP COLUMN variant_id;
      ALTER TABLE spam_leads DROP COLUMN variant_id;
      ALTER TABLE leads DROP COLUMN variant_id;
      DROP TABLE ab_test_variants;
      DROP TABLE ab_tests`);
  }
}
