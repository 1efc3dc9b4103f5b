import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lead keeps the trace under which it came. */
export class Traces1763723000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE leads ADD traceparent text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE leads DROP traceparent');
  }
}
