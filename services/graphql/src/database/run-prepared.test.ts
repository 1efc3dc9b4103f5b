import { QueryFailedError } from 'typeorm';
import { startTestServer, type TestServer } from '../testing/test-server';
import { runPreparedTransaction } from './run-prepared';

describe('a transaction whose statements are prepared', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('prepares the same SQL once for each connection', async () => {
    const text = 'SELECT $1::int + 1 AS next';
    const read = () =>
      runPreparedTransaction(server.dataSource, async (db) => {
        const next = [await db.query<unknown>(text, [1]), await db.query<unknown>(text, [2])];
        const prepared = await db.query<unknown>('SELECT statement FROM pg_prepared_statements WHERE statement = $1', [
          text,
        ]);
        return { next, prepared };
      });
    const expected = { next: [[{ next: 2 }], [{ next: 3 }]], prepared: [{ statement: text }] };
    expect([await read(), await read()]).toEqual([expected, expected]);
  });

  it('fails like any other, and is rolled back', async () => {
    await expect(
      runPreparedTransaction(server.dataSource, async (db) => {
        await db.query('INSERT INTO provider_breaker (reason, failures, open_until) VALUES ($1, 1, now())', ['lost']);
        await db.query('SELECT 1 / $1::int', [0]);
      }),
    ).rejects.toBeInstanceOf(QueryFailedError);
    expect(await server.dataSource.query('SELECT FROM provider_breaker WHERE reason = $1', ['lost'])).toEqual([]);
  });
});
