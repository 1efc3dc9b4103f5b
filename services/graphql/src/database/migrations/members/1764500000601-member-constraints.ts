import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['sessions', 'passkeys', 'authenticators', 'recovery_codes', 'sign_in_challenges', 'saved_views'];
/** The tables whose rows belong to exactly one account. */
const checked = ['sessions', 'passkeys', 'authenticators', 'recovery_codes'];

const indexes = Object.fromEntries([
  ...tables
    .filter((table) => table !== 'authenticators')
    .map((table) => [`${table}_member_id_idx`, `INDEX CONCURRENTLY NAME ON ${table} (member_id)`]),
  ['authenticators_member_id_key', 'UNIQUE INDEX CONCURRENTLY NAME ON authenticators (member_id)'],
  [
    'saved_views_account_name_key',
    'UNIQUE INDEX CONCURRENTLY NAME ON saved_views (client_id, coalesce(admin_id, member_id, client_id), lower(name))',
  ],
]) as Record<string, string>;

/** Running servers do not need it: it only refuses rows. */
const dropConstraint = (table: string, name: string) =>
  `-- squawk-ignore ban-drop-constraint
   ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`;

/** Adds what keeps the columns of members right, without blocking those who sign in. */
export class MemberConstraints1764500000601 implements MigrationInterface {
  /** An index is created concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) {
      const name = `${table}_member_id_fkey`;
      await queryRunner.query(dropConstraint(table, name));
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (member_id) REFERENCES members ON DELETE CASCADE NOT VALID`,
      );
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
    }
    for (const table of checked) await this.replaceCheck(queryRunner, table, 'user_id, client_id, member_id');
    for (const [name, definition] of Object.entries(indexes)) {
      // An interrupted creation leaves an invalid index.
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE ${definition.replace('NAME', name)}`);
    }
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS saved_views_name_key');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE UNIQUE INDEX saved_views_name_key ON saved_views (client_id, coalesce(admin_id, client_id), lower(name))',
    );
    await queryRunner.query(`DROP INDEX ${Object.keys(indexes).join(', ')}`);
    for (const table of checked) {
      await queryRunner.query(`DELETE FROM ${table} WHERE member_id IS NOT NULL`);
      await this.replaceCheck(queryRunner, table, 'user_id, client_id');
    }
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_member_id_fkey`);
  }

  private async replaceCheck(queryRunner: QueryRunner, table: string, columns: string): Promise<void> {
    const name = `${table}_one_account`;
    await queryRunner.query(dropConstraint(table, name));
    await queryRunner.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (num_nonnulls(${columns}) = 1) NOT VALID`,
    );
    await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
  }
}
