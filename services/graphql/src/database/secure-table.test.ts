import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { AGENCY, CLIENT, secureTable } from './secure-table';

/** Tables that only their owner may use. */
const ownerOnlyTables = ['migrations'];

interface Table {
  name: string;
  isForced: boolean;
  /** Roles that have a policy. */
  policies: string[];
  /** Roles that have any privilege. */
  granted: string[];
}

describe('row-level security', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database.drop());

  /** Returns every table with its policies and privileges. */
  const tables = () =>
    database.dataSource.query<Table[]>(`
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS "isForced",
        ARRAY(SELECT DISTINCT unnest(p.roles)::text FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname) AS policies,
        ARRAY(SELECT DISTINCT g.grantee::text FROM information_schema.table_privileges g WHERE g.table_schema = 'public' AND g.table_name = c.relname
              UNION SELECT DISTINCT g.grantee::text FROM information_schema.column_privileges g WHERE g.table_schema = 'public' AND g.table_name = c.relname) AS granted
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY c.relname`);

  const violationsOf = ({ name, isForced, policies, granted }: Table) => [
    ...(isForced
      ? []
      : [`${name} does not force row-level security. Call secureTable() in the migration that creates it.`]),
    ...[AGENCY, CLIENT]
      .filter((role) => granted.includes(role) && !policies.includes(role))
      .map((role) => `${name} is granted to ${role}, which has no policy`),
    ...(granted.includes(AGENCY) || ownerOnlyTables.includes(name) ? [] : [`${name} cannot be used by the service`]),
    ...granted
      .filter((role) => ![AGENCY, CLIENT, 'postgres'].includes(role))
      .map((role) => `${name} is granted to ${role}`),
  ];

  it('is forced on every table, with a policy for each role that has a privilege', async () => {
    const allTables = await tables();
    expect(allTables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['clients', 'leads', 'sessions', 'outbox']),
    );
    expect(allTables.flatMap(violationsOf)).toEqual([]);
  });

  it('is reported as missing on a new table', async () => {
    await database.dataSource.query('CREATE TABLE new_table (id uuid)');
    expect((await tables()).flatMap(violationsOf)).toHaveLength(2);
    await database.dataSource.query(secureTable('new_table'));
    expect((await tables()).flatMap(violationsOf)).toEqual([]);
    await database.dataSource.query('DROP TABLE new_table');
  });

  it('has no policy that shows the client role every row, except for the circuit breaker', async () => {
    const open = await database.dataSource.query<unknown[]>(
      `SELECT tablename FROM pg_policies WHERE '${CLIENT}' = ANY (roles) AND qual = 'true'`,
    );
    expect(open).toEqual([{ tablename: 'provider_breaker' }]);
  });

  it('gives the service’s own role no privileges, and lets no role change a table', async () => {
    const service = new pg.Client({ connectionString: database.serviceUrl });
    await service.connect();
    try {
      for (const { name } of await tables()) {
        await expect(service.query(`SELECT FROM ${name} LIMIT 1`)).rejects.toMatchObject({ code: '42501' });
        await expect(service.query(`DELETE FROM ${name}`)).rejects.toMatchObject({ code: '42501' });
      }
      for (const role of [AGENCY, CLIENT]) {
        await service.query(`SET ROLE ${role}`);
        for (const change of [
          'CREATE TABLE mine (id int)',
          'ALTER TABLE leads ADD mine int',
          'DROP POLICY agency_sees_all ON leads',
          'ALTER TABLE leads DISABLE ROW LEVEL SECURITY',
          'TRUNCATE leads',
          'SET ROLE postgres',
        ]) {
          await expect(service.query(change)).rejects.toMatchObject({ code: '42501' });
        }
      }
    } finally {
      await service.end();
    }
  });
});
