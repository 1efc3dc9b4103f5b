import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AGENCY } from '../../secure-table';

/**
 * Adds the function that finds a client or member by its username with an index. Under row-level security, Postgres would
 * read all of them, because it does not trust `lower` with rows that may be hidden.
 */
export class AccountOfUsername1764500001700 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION account_of_username(wanted text) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        RETURN coalesce(
          (SELECT id FROM clients WHERE lower(username) = lower(wanted)),
          (SELECT id FROM members WHERE lower(username) = lower(wanted)));
      END $$;
      REVOKE EXECUTE ON FUNCTION account_of_username(text) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION account_of_username(text) TO ${AGENCY}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION account_of_username(text)');
  }
}
