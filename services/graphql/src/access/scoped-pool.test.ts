import pg from 'pg';
import type { DataSource } from 'typeorm';
import { connectScoped } from '../database/data-source';
import { asAgency, setScope, tenant, withoutScope } from './scope';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

describe('a connection', () => {
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

  const seen = async () =>
    (await service.query<{ id: string }[]>('SELECT id FROM clients ORDER BY id')).map(({ id }) => id);
  const as = <Answer>(scope: ReturnType<typeof tenant>, work: () => Promise<Answer>) =>
    withoutScope(() => (setScope(scope), work()));
  const naming = (id: string, own: string | null = null) => Object.assign(tenant(own), { named: new Set([id]) });

  it('shows the agency every client, the signed-in one itself, and a visitor none', async () => {
    expect(await asAgency(seen)).toEqual([withLogin, withoutLogin, another]);
    expect(await as(tenant(withLogin), seen)).toEqual([withLogin]);
    expect(await as(tenant(), seen)).toEqual([]);
  });

  it('shows a client that is named by its link only while it has no login', async () => {
    expect(await as(naming(withoutLogin), seen)).toEqual([withoutLogin]);
    expect(await as(naming(withLogin), seen)).toEqual([]);
    expect(await as(naming(withoutLogin, withLogin), seen)).toEqual([withLogin, withoutLogin]);
  });

  it('shows a client that was switched off nothing from that moment on', async () => {
    await database.dataSource.query(`UPDATE clients SET status = 'inactive' WHERE id = $1`, [withLogin]);
    expect(await as(tenant(withLogin), seen)).toEqual([]);
    await database.dataSource.query(`UPDATE clients SET status = 'active' WHERE id = $1`, [withLogin]);
    // A session that says it is that client's, of a client that needs none.
    expect(await as(tenant(withoutLogin), seen)).toEqual([]);
  });

  it('is refused to work that has no scope', async () => {
    await expect(seen()).rejects.toThrow('without a scope');
    await expect(withoutScope(seen)).rejects.toThrow('without a scope');
  });

  it('keeps works apart that take turns on few connections', async () => {
    const looks = Array.from({ length: 300 }, (_, n) => {
      const [scope, expected] = [
        [tenant(withLogin), [withLogin]],
        [tenant(another), [another]],
        [naming(withoutLogin), [withoutLogin]],
        [tenant(), []],
      ][n % 4] as [ReturnType<typeof tenant>, string[]];
      return as(scope, async () =>
        expect([
          await seen(),
          await service.transaction(async (db) =>
            (await db.query<{ id: string }[]>('SELECT id FROM clients')).map(({ id }) => id),
          ),
        ]).toEqual([expected, expected]),
      );
    });
    await Promise.all(looks);
    expect(await asAgency(seen)).toHaveLength(3);
  });

  it('is told nothing where it was told the same before', async () => {
    const one = await connectScoped(database.serviceUrl);
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    const look = () => one.query('SELECT FROM clients');
    const count = async (work: () => Promise<unknown>) => {
      statements.mockClear();
      await work();
      return statements.mock.calls.length;
    };
    expect(await count(() => asAgency(look))).toBe(1);
    expect(await count(() => as(tenant(withLogin), look))).toBe(2);
    expect(await count(() => as(tenant(withLogin), look))).toBe(1);
    expect(await count(() => as(naming(withoutLogin, withLogin), look))).toBe(2);
    expect(await count(() => asAgency(look))).toBe(2);
    statements.mockRestore();
    await one.destroy();
  });
});
