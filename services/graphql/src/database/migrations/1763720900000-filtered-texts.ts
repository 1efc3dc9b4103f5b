import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sequences that carriers filter are paused, and receipts of texts that are not ours are counted. */
export class FilteredTexts1763720900000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    ALTER TABLE sequences ADD paused_at timestamptz;
    CREATE INDEX sms_messages_filtered_idx ON sms_messages (sms_sequence_id, sent_at) WHERE reason = 'carrier_30007';
    CREATE TABLE unknown_receipts (
      day date NOT NULL,
      times integer NOT NULL,
      last_provider_id text NOT NULL,
      CONSTRAINT "PK_unknown_receipts" PRIMARY KEY (day)
    );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE unknown_receipts');
    await queryRunner.query('DROP INDEX sms_messages_filtered_idx');
    await queryRunner.query('ALTER TABLE sequences DROP paused_at');
  }
}
