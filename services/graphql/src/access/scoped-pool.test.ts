import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { connectWithRowSecurity } from '../database/data-source';
import {
  asSystem,
  clientScope,
  type Priority,
  type Scope,
  setScope,
  systemScope,
  withNoScope,
  withPriority,
} from './scope';
import { ConnectionSlots } from './connection-slots';
import { createTestDatabase, type TestDatabase, NUMBER_HASH_KEY } from '../testing/test-database';

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
    service = await connectWithRowSecurity(database.serviceUrl, NUMBER_HASH_KEY);
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

  it.each([
    ['background', 3],
    ['ordinary', 7],
    ['urgent', 10],
  ] as [Priority, number][])('is handed to %s work up to %i at a time', async (priority, most) => {
    const dataSource = await connectWithRowSecurity(database.serviceUrl, NUMBER_HASH_KEY);
    let running = 0;
    let mostRunning = 0;
    const use = () =>
      dataSource.transaction(async (db) => {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await db.query('SELECT pg_sleep(0.02)');
        running -= 1;
      });
    await withPriority(priority, () => asSystem(() => Promise.all(Array.from({ length: 30 }, use))));
    expect(mostRunning).toBe(most);
    await dataSource.destroy();
  });

  it('is not sent a scope that it already has', async () => {
    const dataSource = await connectWithRowSecurity(database.serviceUrl, NUMBER_HASH_KEY);
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

describe('connection slots', () => {
  it('are passed on in the order of the requests, except to those that waited too long', async () => {
    const slots = new ConnectionSlots(1);
    const served: string[] = [];
    await slots.acquire();
    const waiting = ['first', 'second'].map((name) => slots.acquire().then(() => served.push(name)));
    await expect(slots.acquire(20)).rejects.toThrow('timeout exceeded when trying to connect');
    waiting.push(slots.acquire(60_000).then(() => served.push('third')));
    expect(slots.waitingCount).toBe(3);
    for (let count = 0; count < 4; count += 1) slots.release();
    await Promise.all(waiting);
    expect([served, slots.waitingCount]).toEqual([['first', 'second', 'third'], 0]);
    await slots.acquire();
  });
});
