import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { enqueue } from './enqueue';
import { claimEntries, deleteEntries, releaseEntries } from './outbox-queue';

describe('the outbox queue', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => database.dataSource.query('DELETE FROM outbox'));
  afterAll(() => database.drop());

  const claim = (limit = 10, after?: string) => claimEntries(database.dataSource, false, limit, after);
  const count = async () => (await database.dataSource.query<unknown[]>('SELECT FROM outbox')).length;
  const seed = (clientId: string, entries: number) =>
    database.dataSource.query(
      `INSERT INTO outbox (kind, client_id, subject_id) SELECT 'start', $1, gen_random_uuid() FROM generate_series(1, $2)`,
      [clientId, entries],
    );

  it('takes turns between clients, however many entries one of them has', async () => {
    const clients = ['1', '2', '3'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
    await seed(clients[0]!, 40_000);
    await seed(clients[1]!, 3);
    await seed(clients[2]!, 2);
    const first = await claim(12);
    expect(first.map(({ clientId }) => clientId)).toEqual([
      ...Array<string>(10).fill(clients[0]!),
      ...Array<string>(2).fill(clients[1]!),
    ]);
    const second = await claim(12, first.at(-1)!.clientId);
    expect(second.map(({ clientId }) => clientId)).toEqual(Array<string>(2).fill(clients[2]!));
    const third = await claim(12);
    expect(third.filter(({ clientId }) => clientId === clients[1])).toHaveLength(1);
  });

  it('works on thousands of entries that were enqueued after a vacuum of an almost empty queue', async () => {
    await seed(randomUUID(), 20_000);
    await database.dataSource.query('DELETE FROM outbox WHERE id < (SELECT max(id) FROM outbox)');
    await database.dataSource.query('VACUUM ANALYZE outbox');
    await database.dataSource.query('DELETE FROM outbox');
    await seed(randomUUID(), 20_000);
    const entries = await claim(25);
    await deleteEntries(database.dataSource, entries);
    expect(await count()).toBe(20_000 - entries.length);
  });

  it('hides a claimed entry from other claims until it is deleted or released', async () => {
    await enqueue(database.dataSource.manager, 'start', randomUUID(), randomUUID());
    const [entry] = await claim();
    expect(await claim()).toEqual([]);
    await releaseEntries(database.dataSource, [entry!]);
    const again = await claim();
    expect(again).toEqual([entry]);
    await deleteEntries(database.dataSource, again);
    expect(await count()).toBe(0);
  });

  it('keeps an entry that was enqueued again while its work was done, also if that is not committed yet', async () => {
    const subject = ['signal', randomUUID(), randomUUID()] as const;
    await enqueue(database.dataSource.manager, ...subject);
    const first = await claim();
    await database.dataSource.transaction(async (db) => {
      await enqueue(db, ...subject);
      await deleteEntries(database.dataSource, first);
    });
    await deleteEntries(database.dataSource, first);
    const second = await claim();
    expect(second).toEqual([{ ...first[0], version: 2 }]);
    await deleteEntries(database.dataSource, second);
    expect(await count()).toBe(0);
  });
});
