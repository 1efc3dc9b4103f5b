import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

/** A condition that somebody forgot to fill would match the first row of a table, or all of them. */
describe('a condition without a value', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
  });
  afterAll(() => database.drop());

  it('finds, changes and deletes nothing of any table, but throws', async () => {
    const taken: string[] = [];
    for (const { target, name, primaryColumns } of dataSource.entityMetadatas) {
      const where = { [primaryColumns[0]!.propertyName]: undefined };
      const its = dataSource.getRepository(target);
      const calls: Record<string, () => Promise<unknown>> = {
        find: () => its.find({ where }),
        findOne: () => its.findOne({ where }),
        findOneBy: () => its.findOneBy(where),
        findOneByOrFail: () => its.findOneByOrFail(where),
        findBy: () => its.findBy(where),
        countBy: () => its.countBy(where),
        existsBy: () => its.existsBy(where),
        update: () => its.update(where, { [primaryColumns[0]!.propertyName]: null } as never),
        delete: () => its.delete(where),
      };
      for (const [method, call] of Object.entries(calls))
        await call().then(
          () => taken.push(`${name}.${method}`),
          () => undefined,
        );
    }
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(10);
    expect(taken).toEqual([]);
  });
});
