import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two alerts in the same words to one phone are never with the provider at once: its list could not tell them apart. */
export class OneAlertInHand1763721100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNIQUE INDEX alerts_in_hand_key ON alerts (to_e164, md5(body)) WHERE status = 'queued' AND attempts > 0`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX alerts_in_hand_key');
  }
}
