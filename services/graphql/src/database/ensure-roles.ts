import type { DataSource } from 'typeorm';
import { AGENCY, CLIENT } from './secure-table';

/** SQLSTATE codes of a concurrent change to the same row of the catalog. The statement is tried again. */
const retryableCodes = ['23505', '42710', 'XX000'];
const MAX_ATTEMPTS = 20;

/**
 * Creates the database roles of requests if they do not exist. Roles belong to the Postgres server, so another database
 * may have created them. Roles that have privileges on the tables become members, so that the previous release keeps
 * working.
 */
export async function ensureRoles(dataSource: DataSource): Promise<void> {
  for (const role of [AGENCY, CLIENT]) {
    await runOnce(dataSource, `SELECT FROM pg_roles WHERE rolname = '${role}'`, `CREATE ROLE ${role} NOLOGIN`);
  }
  const grantees = await dataSource.query<{ name: string }[]>(
    `SELECT DISTINCT quote_ident(grantee) AS name FROM information_schema.role_table_grants
     WHERE table_schema = current_schema() AND table_name = 'clients' AND grantee NOT IN (CURRENT_USER, 'PUBLIC', $1, $2) AND NOT pg_has_role(grantee, $1, 'MEMBER')`,
    [AGENCY, CLIENT],
  );
  for (const { name } of grantees)
    await runOnce(
      dataSource,
      `SELECT WHERE pg_has_role('${name}', '${CLIENT}', 'MEMBER')`,
      `GRANT ${AGENCY}, ${CLIENT} TO ${name}`,
    );
}

/** Runs a statement unless the query `isDone` returns a row. */
async function runOnce(dataSource: DataSource, isDone: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await dataSource.query<unknown[]>(isDone)).length > 0) return;
    try {
      await dataSource.query(statement);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '42501')
        throw new Error(
          `The owner of the database lacks the privilege to run: ${statement}. Run it once as a superuser. See “Create the database” in docs/operate/install.md.`,
        );
      if (attempt === MAX_ATTEMPTS || !retryableCodes.includes(code ?? '')) throw error;
    }
  }
}
