import pg from 'pg';
import type { DataSource } from 'typeorm';
import { connectWithRowSecurity } from '../database/data-source';
import { asSystem, setScope, clientScope, withNoScope } from './scope';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

describe('a scoped connection', () => {
  let database: TestDatabase;
  let service: DataSource;
  const [withLogin, withoutLogin, another] = [
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
    '00000000-0000-4000-8000-000000000003',
  ] as const;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await connectWithRowSecurity(database.serviceUrl);
    await database.dataSource.query(
      `INSERT INTO clients (id, handle, business_name, contact_email, notification_phone, time_zone, username, password_hash, auth_enabled)
       SELECT id, right(id::text, 1), 'B', 'b@example.com', '1', 'UTC', right(id::text, 1), 'x', id <> '${withoutLogin}'
       FROM unnest($1::uuid[]) AS id`,
      [[withLogin, withoutLogin, another]],
    );
  });
  afterAll(async () => {
    await service.destroy();
    await database.drop();
  });

  const visibleClients = async () =>
    (await service.query<{ id: string }[]>('SELECT id FROM clients ORDER BY id')).map(({ id }) => id);
  const as = <Answer>(scope: ReturnType<typeof clientScope>, work: () => Promise<Answer>) =>
    withNoScope(() => (setScope(scope), work()));
  const naming = (id: string, own: string | null = null) =>
    Object.assign(clientScope(own), { linkedClientIds: new Set([id]) });

  it('shows an administrator every client, a client only itself, and a visitor none', async () => {
    expect(await asSystem(visibleClients)).toEqual([withLogin, withoutLogin, another]);
    expect(await as(clientScope(withLogin), visibleClients)).toEqual([withLogin]);
    expect(await as(clientScope(), visibleClients)).toEqual([]);
  });

  it('shows a client that a dashboard link names only while its login is disabled', async () => {
    expect(await as(naming(withoutLogin), visibleClients)).toEqual([withoutLogin]);
    expect(await as(naming(withLogin), visibleClients)).toEqual([]);
    expect(await as(naming(withoutLogin, withLogin), visibleClients)).toEqual([withLogin, withoutLogin]);
  });

  it('shows an inactive client nothing', async () => {
    await database.dataSource.query(`UPDATE clients SET status = 'inactive' WHERE id = $1`, [withLogin]);
    expect(await as(clientScope(withLogin), visibleClients)).toEqual([]);
    await database.dataSource.query(`UPDATE clients SET status = 'active' WHERE id = $1`, [withLogin]);
    // The scope of a client whose login is disabled.
    expect(await as(clientScope(withoutLogin), visibleClients)).toEqual([]);
  });

  it('is denied to work without a scope', async () => {
    await expect(visibleClients()).rejects.toThrow('without a scope');
    await expect(withNoScope(visibleClients)).rejects.toThrow('without a scope');
  });

  it('keeps concurrent work apart on few connections', async () => {
    const checks = Array.from({ length: 300 }, (_, n) => {
      const [scope, expected] = [
        [clientScope(withLogin), [withLogin]],
        [clientScope(another), [another]],
        [naming(withoutLogin), [withoutLogin]],
        [clientScope(), []],
      ][n % 4] as [ReturnType<typeof clientScope>, string[]];
      return as(scope, async () =>
        expect([
          await visibleClients(),
          await service.transaction(async (db) =>
            (await db.query<{ id: string }[]>('SELECT id FROM clients')).map(({ id }) => id),
          ),
        ]).toEqual([expected, expected]),
      );
    });
    await Promise.all(checks);
    expect(await asSystem(visibleClients)).toHaveLength(3);
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
