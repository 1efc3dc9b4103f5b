import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ofVisibleClient, secure } from './row-security';

/** How long each client keeps its leads. */
export class Retentions1763728000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE retentions (
      client_id uuid NOT NULL,
      lead_days integer,
      CONSTRAINT "PK_retentions" PRIMARY KEY (client_id),
      CONSTRAINT "FK_retentions_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
      CONSTRAINT retentions_lead_days CHECK (lead_days BETWEEN 30 AND 3650)
    );
    ${secure('retentions', { may: 'SELECT, INSERT, UPDATE', rows: ofVisibleClient() })}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE retentions');
  }
}
