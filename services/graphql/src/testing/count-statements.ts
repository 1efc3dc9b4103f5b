import { Client } from 'pg';

/** Counts the statements that this process sends to Postgres while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = jest.spyOn(Client.prototype, 'query');
  await work();
  // Each connection is sent the agency scope once, not for each request.
  const isTelling = ([statement]: unknown[]) => String(statement).includes("set_config('role'");
  const { length } = (spy.mock.calls as unknown[][]).filter((call) => !isTelling(call));
  spy.mockRestore();
  return length;
}
