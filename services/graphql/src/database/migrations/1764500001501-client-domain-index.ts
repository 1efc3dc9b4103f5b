import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index that keeps the domains of clients unique. */
export class ClientDomainIndex1764500001501 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An interrupted creation leaves an invalid index.
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS clients_domain_key');
    await queryRunner.query(
      'CREATE UNIQUE INDEX CONCURRENTLY clients_domain_key ON clients (domain) WHERE domain IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX clients_domain_key');
  }
}
