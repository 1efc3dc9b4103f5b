import type { MigrationInterface, QueryRunner } from 'typeorm';
import { secure } from './row-security';

/** An administrator's session ends when it is idle, and an account that is guessed at closes for a while. */
export class SessionLimits1763725000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    ALTER TABLE sessions ADD last_seen_at timestamptz NOT NULL DEFAULT now();
    CREATE TABLE sign_in_locks (
      account text NOT NULL,
      failures integer NOT NULL,
      closed_until timestamptz NOT NULL,
      last_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_sign_in_locks" PRIMARY KEY (account)
    );
    ${secure('sign_in_locks')}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sign_in_locks; ALTER TABLE sessions DROP last_seen_at');
  }
}
