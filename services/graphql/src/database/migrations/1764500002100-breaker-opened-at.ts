import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records when the circuit breaker of the SMS provider opened, which the agency's Overview shows. */
export class BreakerOpenedAt1764500002100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_breaker ADD opened_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_breaker DROP opened_at');
  }
}
