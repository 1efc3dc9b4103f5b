import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the domains of clients. */
export class ClientDomains1764500001500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients ADD COLUMN domain text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients DROP COLUMN domain');
  }
}
