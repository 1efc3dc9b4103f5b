import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers that opted out, replies, a provider in trouble, quiet hours, and attempts that can be taken back. */
export class TextsThatAnswer1763720500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE opt_outs (
      client_id uuid NOT NULL,
      phone_e164 text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_opt_outs" PRIMARY KEY (client_id, phone_e164),
      CONSTRAINT "FK_opt_outs_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
    );
    CREATE TABLE replies (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      lead_id uuid NOT NULL,
      provider_id text NOT NULL,
      body text NOT NULL,
      meaning text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_replies" PRIMARY KEY (id),
      CONSTRAINT "FK_replies_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
      CONSTRAINT "FK_replies_lead" FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX replies_provider_id_key ON replies (provider_id, client_id);
    CREATE INDEX replies_lead_id_idx ON replies (lead_id);
    CREATE INDEX replies_client_id_idx ON replies (client_id);
    CREATE TABLE provider_troubles (
      id boolean NOT NULL DEFAULT true,
      reason text NOT NULL,
      times integer NOT NULL,
      until timestamptz NOT NULL,
      CONSTRAINT "PK_provider_troubles" PRIMARY KEY (id),
      CONSTRAINT provider_troubles_one CHECK (id)
    );
    ALTER TABLE clients ADD quiet_hours jsonb NOT NULL DEFAULT '{"enabled":true,"start":"21:00","end":"08:00"}';
    ALTER TABLE enrollments ADD to_e164 text;
    CREATE UNIQUE INDEX enrollments_number_key ON enrollments (sequence_id, to_e164) WHERE status in ('active', 'held');
    ALTER TABLE sms_messages ADD attempts integer NOT NULL DEFAULT 0;
    UPDATE sms_messages SET attempts = 1 WHERE attempted_at IS NOT NULL;
    CREATE INDEX sms_messages_to_idx ON sms_messages (to_e164, sent_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX sms_messages_to_idx, enrollments_number_key');
    await queryRunner.query('ALTER TABLE sms_messages DROP attempts');
    await queryRunner.query('ALTER TABLE enrollments DROP to_e164');
    await queryRunner.query('ALTER TABLE clients DROP quiet_hours');
    await queryRunner.query('DROP TABLE provider_troubles, replies, opt_outs');
  }
}
