import { Client } from 'pg';

/**
 * Counts the statements that this process sends to Postgres for `work`: without those that prepare a connection or
 * announce earlier changes, which belong to no request.
 */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = jest.spyOn(Client.prototype, 'query');
  await work();
  const { length } = (spy.mock.calls as unknown[][]).filter(
    ([statement]) => !/set_config\('role'|pg_notify\(/.test(String(statement)),
  );
  spy.mockRestore();
  return length;
}
