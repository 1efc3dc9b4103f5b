import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AGENCY, CLIENT, isOfVisibleClient, secureTable } from '../../secure-table';

/** The tables of what belongs to one account. */
const tables = ['sessions', 'passkeys', 'authenticators', 'recovery_codes', 'sign_in_challenges', 'saved_views'];

/** Adds the members of clients' teams, and the columns with what belongs to one. */
export class Members1764500000600 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE members (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        name text NOT NULL,
        username text NOT NULL,
        password_hash text NOT NULL,
        role text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1
      );
      CREATE UNIQUE INDEX members_username_key ON members (lower(username));
      CREATE INDEX members_client_id_idx ON members (client_id, created_at, id);
      CREATE TRIGGER members_version BEFORE UPDATE ON members FOR EACH ROW WHEN (OLD *<> NEW) EXECUTE FUNCTION raise_version();
      ${secureTable('members', {
        // All columns except the hash of the password.
        privileges:
          'SELECT (id, client_id, name, username, role, created_at, updated_at, version), INSERT, UPDATE, DELETE',
        visibleRows: isOfVisibleClient(),
      })}
      -- The accounts of other clients decide whether a username is free.
      CREATE FUNCTION is_username_taken(wanted text, own_client uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        RETURN EXISTS (SELECT FROM members WHERE lower(username) = lower(wanted))
          OR EXISTS (SELECT FROM clients WHERE lower(username) = lower(wanted) AND id IS DISTINCT FROM own_client);
      END $$;
      REVOKE EXECUTE ON FUNCTION is_username_taken(text, uuid) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION is_username_taken(text, uuid) TO ${AGENCY}, ${CLIENT};
      ${tables.map((table) => `ALTER TABLE ${table} ADD COLUMN member_id uuid;`).join('\n')}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `${tables.map((table) => `ALTER TABLE ${table} DROP COLUMN member_id;`).join('\n')} DROP FUNCTION is_username_taken(text, uuid); DROP TABLE members`,
    );
  }
}
