import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

/** If undefined conditions were ignored, they would match the first row of a table, or all rows. */
describe('an undefined condition', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
  });
  afterAll(() => database.drop());

  it('throws on every table instead of finding, updating or deleting rows', async () => {
    const accepted: string[] = [];
    for (const { target, name, primaryColumns } of dataSource.entityMetadatas) {
      const where = { [primaryColumns[0]!.propertyName]: undefined };
      const repository = dataSource.getRepository(target);
      const calls: Record<string, () => Promise<unknown>> = {
        find: () => repository.find({ where }),
        findOne: () => repository.findOne({ where }),
        findOneBy: () => repository.findOneBy(where),
        findOneByOrFail: () => repository.findOneByOrFail(where),
        findBy: () => repository.findBy(where),
        countBy: () => repository.countBy(where),
        existsBy: () => repository.existsBy(where),
        update: () => repository.update(where, { [primaryColumns[0]!.propertyName]: null } as never),
        delete: () => repository.delete(where),
      };
      for (const [method, call] of Object.entries(calls))
        await call().then(
          () => accepted.push(`${name}.${method}`),
          () => undefined,
        );
    }
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(10);
    expect(accepted).toEqual([]);
  });
});
