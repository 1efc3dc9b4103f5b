import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createDataSource } from '../data-source';
import { migrate } from '../migrations/migrate';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  drop(): Promise<void>;
}

/** An empty database of its own on the suite's Postgres; migrated unless said otherwise. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = await new DataSource({ type: 'postgres', url: base }).initialize();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(base), { pathname: name }).toString();
  if (migrated) await migrate(url);
  const dataSource = await createDataSource(url).initialize();
  return {
    url,
    dataSource,
    async drop() {
      await dataSource.destroy();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.destroy();
    },
  };
}
