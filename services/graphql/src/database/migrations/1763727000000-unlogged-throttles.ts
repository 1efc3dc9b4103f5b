import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each submission and each guess counts itself before it is looked at. What a crash may forget need not wait for the disk; all replicas still count in the same rows. */
export class UnloggedThrottles1763727000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE throttles SET UNLOGGED');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE throttles SET LOGGED');
  }
}
