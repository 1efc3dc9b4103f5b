import type { MigrationInterface, QueryRunner } from 'typeorm';

const DISCLOSURE =
  'By sending this form you agree that {{businessName}} may call you and send you automated texts about your request. ' +
  'Message frequency varies. Message and data rates may apply. Reply STOP to stop, HELP for help. Your agreement is not a condition of any purchase.';

/** What leads agree to. Those of before have no record, as nobody kept what they read. */
export class Consents1763720600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    ALTER TABLE campaigns ADD disclosure text NOT NULL DEFAULT '${DISCLOSURE}', ADD page_version text NOT NULL DEFAULT 'first';
    CREATE TABLE page_versions (
      campaign_id uuid NOT NULL,
      version text NOT NULL,
      disclosure text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_page_versions" PRIMARY KEY (campaign_id, version),
      CONSTRAINT "FK_page_versions_campaign" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
    );
    INSERT INTO page_versions (campaign_id, version, disclosure)
    SELECT c.id, c.page_version, CASE WHEN EXISTS (
      SELECT FROM form_fields f WHERE f.campaign_id = c.id AND (f.type = 'tel' OR lower(f.id) IN ('phone', 'phonenumber'))
    ) THEN replace(c.disclosure, '{{businessName}}', o.business_name) END FROM campaigns c JOIN clients o ON o.id = c.client_id;
    CREATE TABLE consents (
      lead_id uuid NOT NULL,
      wording text NOT NULL,
      via text NOT NULL,
      page_version text NOT NULL,
      address text NOT NULL,
      user_agent text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_consents" PRIMARY KEY (lead_id),
      CONSTRAINT "FK_consents_lead" FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
    );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE consents, page_versions');
    await queryRunner.query('ALTER TABLE campaigns DROP page_version, DROP disclosure');
  }
}
