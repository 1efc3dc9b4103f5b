import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The three kinds of texts have the same columns, and the outbox names its subject as what it is: an enrollment, a lead or a test text. */
export class OneShapeOfTexts1763721000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    ALTER TABLE sms_messages ALTER status SET DEFAULT 'queued';
    ALTER TABLE test_texts ADD attempts integer NOT NULL DEFAULT 0;
    UPDATE test_texts SET attempts = 1 WHERE attempted_at IS NOT NULL;
    ALTER TABLE outbox RENAME enrollment_id TO subject_id;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE outbox RENAME subject_id TO enrollment_id');
    await queryRunner.query('ALTER TABLE test_texts DROP attempts');
    await queryRunner.query('ALTER TABLE sms_messages ALTER status DROP DEFAULT');
  }
}
