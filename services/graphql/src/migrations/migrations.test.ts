import { createDataSource, migratingLimits } from '../data-source';
import { createTestDatabase } from '../testing/test-database';
import { migrate } from './migrate';

describe('migrations', () => {
  it('give exactly the schema that the entities describe, up, down and up again', async () => {
    const { url, dataSource, drop } = await createTestDatabase();
    try {
      const drift = async () => (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
      expect(await drift()).toEqual([]);
      for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
      expect(await dataSource.query(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`)).toEqual([]);
      await migrate(url);
      expect(await drift()).toEqual([]);
      expect(dataSource.options.synchronize).toBe(false);
    } finally {
      await drop();
    }
  });

  it('run once when five migrators start together', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false });
    try {
      const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    } finally {
      await drop();
    }
  });

  it('take as long as they take, where a request may not', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false });
    const sources = [createDataSource(url), createDataSource(url, migratingLimits)];
    try {
      const asked = sources.map(async (source) => (await (await source.initialize()).query('SHOW statement_timeout')) as unknown);
      expect(await Promise.all(asked)).toEqual([[{ statement_timeout: '5s' }], [{ statement_timeout: '0' }]]);
    } finally {
      await Promise.all(sources.map((source) => source.destroy()));
      await drop();
    }
  });
});
