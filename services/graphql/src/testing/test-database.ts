import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source';
import { migrate } from '../database/migrate';
import { AGENCY, CLIENT } from '../database/secure-table';

/** The key of the hashes of phone numbers in tests. */
export const NUMBER_HASH_KEY = 'number-hash-key-of-the-tests';

/** A database that one test suite uses. */
export interface TestDatabase {
  /** The URL of the owner, which row-level security does not restrict. */
  url: string;
  /** The URL of the service's role, which row-level security restricts. */
  serviceUrl: string;
  dataSource: DataSource;
  drop(): Promise<void>;
}

/** Creates an empty database on the test run's Postgres and, by default, migrates it. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = await new DataSource({ type: 'postgres', url: base }).initialize();
  await admin.query(`CREATE DATABASE ${name}`);
  const databaseUrl = Object.assign(new URL(base), { pathname: name });
  databaseUrl.searchParams.set('options', `-c dripline.number_hash_key=${NUMBER_HASH_KEY}`);
  const url = databaseUrl.toString();
  if (migrated) await migrate(url);
  const serviceUrl = await createServiceRole(admin, url);
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

/** The service's database role. It owns no tables and has no privileges of its own. */
const SERVICE = 'dripline_test_service';

async function createServiceRole(admin: DataSource, url: string): Promise<string> {
  const { password } = new URL(url);
  await admin.transaction(async (db) => {
    // Roles are shared by all databases of the server, so creating one must be serialized.
    await db.query('SELECT pg_advisory_xact_lock(727002)');
    const [role] = await db.query<unknown[]>('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE]);
    if (!role)
      await db.query(
        `CREATE ROLE ${SERVICE} LOGIN NOINHERIT PASSWORD '${decodeURIComponent(password).replaceAll("'", "''")}'`,
      );
    const [isMember] = await db.query<[{ done: boolean | null }]>(
      `SELECT (SELECT bool_and(pg_has_role($1, rolname, 'SET')) FROM pg_roles WHERE rolname IN ('${AGENCY}', '${CLIENT}')) AS done`,
      [SERVICE],
    );
    if (isMember.done === false) await db.query(`GRANT ${AGENCY}, ${CLIENT} TO ${SERVICE}`);
  });
  return Object.assign(new URL(url), { username: SERVICE }).toString();
}
