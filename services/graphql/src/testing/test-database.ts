import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source';
import { migrate } from '../database/migrations/migrate';
import { AGENCY, TENANT } from '../database/migrations/row-security';

export interface TestDatabase {
  /** As the owner, who sees everything. */
  url: string;
  /** As the service, which sees what its role is told. */
  serviceUrl: string;
  dataSource: DataSource;
  drop(): Promise<void>;
}

/** An empty database of its own on the suite's Postgres; migrated unless said otherwise. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = await new DataSource({ type: 'postgres', url: base }).initialize();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(base), { pathname: name }).toString();
  if (migrated) await migrate(url);
  const serviceUrl = await admitService(admin, url);
  const dataSource = await createDataSource(url).initialize();
  return {
    url,
    serviceUrl,
    dataSource,
    async drop() {
      await dataSource.destroy();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.destroy();
    },
  };
}

/** The role that the service signs in as: it owns nothing, and may nothing by itself. */
const SERVICE = 'dripline_test_service';

async function admitService(admin: DataSource, url: string): Promise<string> {
  const { password } = new URL(url);
  await admin.transaction(async (db) => {
    // Roles belong to the whole Postgres, which all suites share.
    await db.query('SELECT pg_advisory_xact_lock(727002)');
    const [known] = await db.query<unknown[]>('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE]);
    if (!known)
      await db.query(
        `CREATE ROLE ${SERVICE} LOGIN NOINHERIT PASSWORD '${decodeURIComponent(password).replaceAll("'", "''")}'`,
      );
    const [isMember] = await db.query<[{ done: boolean | null }]>(
      `SELECT (SELECT bool_and(pg_has_role($1, rolname, 'SET')) FROM pg_roles WHERE rolname IN ('${AGENCY}', '${TENANT}')) AS done`,
      [SERVICE],
    );
    if (isMember.done === false) await db.query(`GRANT ${AGENCY}, ${TENANT} TO ${SERVICE}`);
  });
  return Object.assign(new URL(url), { username: SERVICE }).toString();
}
