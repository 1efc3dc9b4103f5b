import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions that look like a robot's have a table of their own; a release that does not know it sees none of them. */
export class SpamLeads1763722200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE spam_leads (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      reason text NOT NULL,
      form_data json NOT NULL,
      full_name text,
      email text,
      phone text,
      phone_e164 text,
      source text,
      idempotency_key text,
      consent json,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_spam_leads" PRIMARY KEY (id),
      CONSTRAINT "FK_spam_leads_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
      CONSTRAINT "FK_spam_leads_campaign" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
    );
    CREATE INDEX spam_leads_client_id_idx ON spam_leads (client_id, created_at, id);
    CREATE INDEX spam_leads_campaign_id_idx ON spam_leads (campaign_id, created_at, id);
    CREATE UNIQUE INDEX spam_leads_idempotency_key ON spam_leads (campaign_id, idempotency_key);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE spam_leads');
  }
}
