import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts to the business itself, and word of them for Temporal. */
export class Alerts1763720600001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE alerts (
      lead_id uuid NOT NULL,
      client_id uuid NOT NULL,
      to_e164 text NOT NULL,
      body text NOT NULL,
      status sms_status NOT NULL DEFAULT 'queued',
      reason text,
      provider_id text,
      attempts integer NOT NULL DEFAULT 0,
      attempted_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_alerts" PRIMARY KEY (lead_id),
      CONSTRAINT "FK_alerts_lead" FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
      CONSTRAINT "FK_alerts_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX alerts_provider_id_key ON alerts (provider_id);
    CREATE INDEX alerts_client_id_idx ON alerts (client_id);
    CREATE INDEX alerts_to_idx ON alerts (to_e164);
    CREATE FUNCTION forget_logged_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM logged_texts WHERE id IN (SELECT lead_id FROM removed);
      RETURN NULL;
    END $$;
    CREATE TRIGGER forget_logged_alerts AFTER DELETE ON alerts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_logged_alerts();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM outbox WHERE kind = $1', ['alert']);
    await queryRunner.query('DROP TABLE alerts; DROP FUNCTION forget_logged_alerts()');
  }
}
