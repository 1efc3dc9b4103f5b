import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { connectWithRowSecurity } from '../database/data-source';
import { asSystem, clientScope, type Scope, setScope, systemScope, withNoScope } from './scope';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

describe('a scoped connection', () => {
  let database: TestDatabase;
  let service: DataSource;
  const [withLogin, withoutLogin, another, inactive] = [
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
    '00000000-0000-4000-8000-000000000003',
    '00000000-0000-4000-8000-000000000004',
  ] as const;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await connectWithRowSecurity(database.serviceUrl);
    await database.dataSource.query(
      `INSERT INTO clients (id, handle, business_name, contact_email, notification_phone, time_zone, username, password_hash, auth_enabled, status)
       SELECT id, right(id::text, 1), 'B', 'b@example.com', '1', 'UTC', right(id::text, 1), 'x', id <> '${withoutLogin}', CASE id WHEN '${inactive}' THEN 'inactive'::client_status ELSE 'active' END
       FROM unnest($1::uuid[]) AS id`,
      [[withLogin, withoutLogin, another, inactive]],
    );
  });
  afterAll(async () => {
    await service.destroy();
    await database.drop();
  });

  const visibleClients = async (db: DataSource | EntityManager = service) =>
    (await db.query<{ id: string }[]>('SELECT id FROM clients ORDER BY id')).map(({ id }) => id);
  const as = <Answer>(scope: Scope, work: () => Promise<Answer>) => withNoScope(() => (setScope(scope), work()));
  const naming = (id: string, own: string | null = null) =>
    Object.assign(clientScope(own), { linkedClientIds: new Set([id]) });

  it('is denied to work without a scope', async () => {
    await expect(visibleClients()).rejects.toThrow('without a scope');
    await expect(withNoScope(() => visibleClients())).rejects.toThrow('without a scope');
  });

  it('shows each scope its own clients only, on few connections that all scopes share', async () => {
    const everyone = [withLogin, withoutLogin, another, inactive];
    const cells: [scope: Scope, visible: string[]][] = [
      [systemScope(), everyone],
      [clientScope(), []],
      [clientScope(withLogin), [withLogin]],
      [clientScope(another), [another]],
      [clientScope(inactive), []],
      // A session for a dashboard whose login was disabled is invalid. A link to it is valid, also for other clients.
      [clientScope(withoutLogin), []],
      [naming(withoutLogin), [withoutLogin]],
      [naming(withLogin), []],
      [naming(withoutLogin, withLogin), [withLogin, withoutLogin]],
    ];
    const checks = Array.from({ length: 300 }, (_, n) => {
      const [scope, visible] = cells[n % cells.length]!;
      return as(scope, async () =>
        expect([await visibleClients(), await service.transaction((db) => visibleClients(db))]).toEqual([
          visible,
          visible,
        ]),
      );
    });
    await Promise.all(checks);
  });

  it('is not sent a scope that it already has', async () => {
    const dataSource = await connectWithRowSecurity(database.serviceUrl);
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    const readClients = () => dataSource.query('SELECT FROM clients');
    const count = async (work: () => Promise<unknown>) => {
      statements.mockClear();
      await work();
      return statements.mock.calls.length;
    };
    expect(await count(() => asSystem(readClients))).toBe(1);
    expect(await count(() => as(clientScope(withLogin), readClients))).toBe(2);
    expect(await count(() => as(clientScope(withLogin), readClients))).toBe(1);
    expect(await count(() => as(naming(withoutLogin, withLogin), readClients))).toBe(2);
    expect(await count(() => asSystem(readClients))).toBe(2);
    statements.mockRestore();
    await dataSource.destroy();
  });
});
