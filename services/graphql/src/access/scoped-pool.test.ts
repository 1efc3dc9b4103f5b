import pg from 'pg';
import type { DataSource } from 'typeorm';
import { connectScoped } from '../database/data-source';
import { asAgency, setScope, tenant, withoutScope } from './scope';
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
    service = await connectScoped(database.serviceUrl);
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
  const as = <Answer>(scope: ReturnType<typeof tenant>, work: () => Promise<Answer>) =>
    withoutScope(() => (setScope(scope), work()));
  const naming = (id: string, own: string | null = null) => Object.assign(tenant(own), { named: new Set([id]) });

  it('shows an administrator every client, a client only itself, and a visitor none', async () => {
    expect(await asAgency(visibleClients)).toEqual([withLogin, withoutLogin, another]);
    expect(await as(tenant(withLogin), visibleClients)).toEqual([withLogin]);
    expect(await as(tenant(), visibleClients)).toEqual([]);
  });

  it('shows a client that a dashboard link names only while its login is disabled', async () => {
    expect(await as(naming(withoutLogin), visibleClients)).toEqual([withoutLogin]);
    expect(await as(naming(withLogin), visibleClients)).toEqual([]);
    expect(await as(naming(withoutLogin, withLogin), visibleClients)).toEqual([withLogin, withoutLogin]);
  });

  it('shows an inactive client nothing', async () => {
    await database.dataSource.query(`UPDATE clients SET status = 'inactive' WHERE id = $1`, [withLogin]);
    expect(await as(tenant(withLogin), visibleClients)).toEqual([]);
    await database.dataSource.query(`UPDATE clients SET status = 'active' WHERE id = $1`, [withLogin]);
    // The scope of a client whose login is disabled.
    expect(await as(tenant(withoutLogin), visibleClients)).toEqual([]);
  });

  it('is denied to work without a scope', async () => {
    await expect(visibleClients()).rejects.toThrow('without a scope');
    await expect(withoutScope(visibleClients)).rejects.toThrow('without a scope');
  });

  it('keeps concurrent work apart on few connections', async () => {
    const checks = Array.from({ length: 300 }, (_, n) => {
      const [scope, expected] = [
        [tenant(withLogin), [withLogin]],
        [tenant(another), [another]],
        [naming(withoutLogin), [withoutLogin]],
        [tenant(), []],
      ][n % 4] as [ReturnType<typeof tenant>, string[]];
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
    expect(await asAgency(visibleClients)).toHaveLength(3);
  });

  it('is not sent a scope that it already has', async () => {
    const dataSource = await connectScoped(database.serviceUrl);
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    const readClients = () => dataSource.query('SELECT FROM clients');
    const count = async (work: () => Promise<unknown>) => {
      statements.mockClear();
      await work();
      return statements.mock.calls.length;
    };
    expect(await count(() => asAgency(readClients))).toBe(1);
    expect(await count(() => as(tenant(withLogin), readClients))).toBe(2);
    expect(await count(() => as(tenant(withLogin), readClients))).toBe(1);
    expect(await count(() => as(naming(withoutLogin, withLogin), readClients))).toBe(2);
    expect(await count(() => asAgency(readClients))).toBe(2);
    statements.mockRestore();
    await dataSource.destroy();
  });
});
