import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, migrationTimeouts } from './data-source';
import { createTestDatabase } from '../testing/test-database';
import { migrate } from './migrate';

class ConcurrentIndex9999999999999 implements MigrationInterface {
  readonly name = 'ConcurrentIndex9999999999999';
  readonly transaction = false;
  up = (runner: QueryRunner) =>
    runner.query('CREATE INDEX CONCURRENTLY leads_example_idx ON leads (created_at, id)') as Promise<void>;
  down = (runner: QueryRunner) => runner.query('DROP INDEX leads_example_idx') as Promise<void>;
}

class BlockedByLock9999999999999 implements MigrationInterface {
  readonly name = 'BlockedByLock9999999999999';
  up = (runner: QueryRunner) => runner.query('ALTER TABLE leads ADD example int') as Promise<void>;
  down = (runner: QueryRunner) => runner.query('ALTER TABLE leads DROP example') as Promise<void>;
}

describe('migrations', () => {
  it('create exactly the schema that the entities describe, up, down and up again', async () => {
    const { url, dataSource, drop } = await createTestDatabase();
    try {
      const drift = async () =>
        (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
      expect(await drift()).toEqual([]);
      for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
      expect(
        await dataSource.query(
          `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`,
        ),
      ).toEqual([]);
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

  it('create an index concurrently, even when five migrators start together', async () => {
    const { url, dataSource, drop } = await createTestDatabase();
    try {
      const applied = await Promise.all(
        Array.from({ length: 5 }, () => migrate(url, [new ConcurrentIndex9999999999999()])),
      );
      expect(applied.filter((names) => names.length > 0)).toEqual([['ConcurrentIndex9999999999999']]);
      expect(
        await dataSource.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'leads_example_idx'::regclass`),
      ).toEqual([{ indisvalid: true }]);
    } finally {
      await drop();
    }
  });

  it('fail after waiting five seconds for a lock, and leave no partial change', async () => {
    const { url, dataSource, drop } = await createTestDatabase();
    const holder = dataSource.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('LOCK TABLE leads IN ROW EXCLUSIVE MODE');
      jest.spyOn(console, 'log').mockImplementationOnce(() => undefined);
      await expect(migrate(url, [new BlockedByLock9999999999999()])).rejects.toThrow(/lock timeout/);
      await holder.rollbackTransaction();
      expect(await migrate(url, [new BlockedByLock9999999999999()])).toEqual(['BlockedByLock9999999999999']);
    } finally {
      await holder.release();
      await drop();
    }
  });

  it('have no statement timeout, unlike requests', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false });
    const sources = [createDataSource(url), createDataSource(url, migrationTimeouts)];
    try {
      const timeouts = sources.map(
        async (source) => (await (await source.initialize()).query('SHOW statement_timeout')) as unknown,
      );
      expect(await Promise.all(timeouts)).toEqual([[{ statement_timeout: '5s' }], [{ statement_timeout: '0' }]]);
    } finally {
      await Promise.all(sources.map((source) => source.destroy()));
      await drop();
    }
  });
});
