import type { DataSource } from 'typeorm';
import { AGENCY, CLIENT } from './secure-table';

/** Postgres says that another session changed the same row of its catalog; what it changed is looked at again. */
const retried = ['23505', '42710', 'XX000'];
const TRIES = 20;

/**
 * Makes the roles as which the service works, where they are missing: they belong to the whole Postgres, not to one
 * database. Roles that were given the tables before there were these roles become members, so that a release of before
 * goes on working.
 */
export async function ensureRoles(dataSource: DataSource): Promise<void> {
  for (const role of [AGENCY, CLIENT]) {
    await once(dataSource, `SELECT FROM pg_roles WHERE rolname = '${role}'`, `CREATE ROLE ${role} NOLOGIN`);
  }
  const served = await dataSource.query<{ name: string }[]>(
    `SELECT DISTINCT quote_ident(grantee) AS name FROM information_schema.role_table_grants
     WHERE table_schema = current_schema() AND table_name = 'clients' AND grantee NOT IN (CURRENT_USER, 'PUBLIC', $1, $2) AND NOT pg_has_role(grantee, $1, 'MEMBER')`,
    [AGENCY, CLIENT],
  );
  for (const { name } of served)
    await once(
      dataSource,
      `SELECT WHERE pg_has_role('${name}', '${CLIENT}', 'MEMBER')`,
      `GRANT ${AGENCY}, ${CLIENT} TO ${name}`,
    );
}

async function once(dataSource: DataSource, isDone: string, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if ((await dataSource.query<unknown[]>(isDone)).length > 0) return;
    try {
      await dataSource.query(statement);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '42501')
        throw new Error(
          `The database's owner may not do this itself: ${statement}. Somebody who may runs it once; see “Create the database” in docs/operate/install.md.`,
        );
      if (tries === TRIES || !retried.includes(code ?? '')) throw error;
    }
  }
}
