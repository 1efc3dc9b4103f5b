import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts that clients try on their own phones. */
export class TestTexts1763720700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE test_texts (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      key text NOT NULL,
      to_e164 text NOT NULL,
      body text NOT NULL,
      status sms_status NOT NULL DEFAULT 'queued',
      reason text,
      provider_id text,
      attempted_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_test_texts" PRIMARY KEY (id),
      CONSTRAINT "FK_test_texts_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX test_texts_client_key ON test_texts (client_id, key);
    CREATE UNIQUE INDEX test_texts_provider_id_key ON test_texts (provider_id);
    CREATE TRIGGER forget_logged_texts AFTER DELETE ON test_texts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_logged_texts();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE test_texts');
  }
}
