import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

const docs = path.join(__dirname, '../../../../docs');

/** The blocks of SQL on the pages in `docs/`, without the one for psql, which creates the database. */
const blocks = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && !file.startsWith('generated'))
  .flatMap((file) =>
    [...readFileSync(path.join(docs, file), 'utf8').matchAll(/^ *```sql\n([^]*?)^ *```$/gm)].map(
      ([, block = '']): [page: string, block: string] => [file, block.replaceAll(/\s+/g, ' ').trim()],
    ),
  )
  .filter(([, block]) => !block.includes('\\c '));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the pages contain blocks of SQL', () => {
  expect(blocks.length).toBeGreaterThan(10);
});

test.each(blocks)('%s: the database accepts %s', async (_, block) => {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    for (const statement of block.replaceAll('…', '0b8f6a52-6a0e-4f0e-9d0a-3f1c2b7d8e90').split(';').filter(Boolean))
      // Queries are not executed, because they may concern all databases of the server.
      await runner.query(/^ ?(SELECT|DELETE)/.test(statement) ? `EXPLAIN ${statement}` : statement);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
});
