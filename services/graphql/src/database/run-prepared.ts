import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';

/**
 * Runs a named prepared statement, which each connection parses and plans once. Use it on paths that every visitor
 * waits for. It joins the caller's transaction and throws QueryFailedError like any other statement.
 */
export async function runPrepared<Row>(
  db: EntityManager,
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<Row[]> {
  const runner = db.queryRunner ?? db.connection.createQueryRunner();
  try {
    const connection = (await runner.connect()) as PoolClient;
    return (await connection.query({ name, text, values })).rows as Row[];
  } catch (error) {
    throw error instanceof Error ? new QueryFailedError(text, undefined, error) : error;
  } finally {
    if (!db.queryRunner) await runner.release();
  }
}

/**
 * Runs work in a transaction and prepares its statements, so that each connection parses and plans the same SQL once. Use
 * it for frequent work whose SQL does not vary, because Postgres keeps all statements until the connection ends.
 */
export function runPreparedTransaction<Result>(
  dataSource: DataSource,
  work: (db: EntityManager) => Promise<Result>,
): Promise<Result> {
  return dataSource.transaction((db) => {
    const runner = db.queryRunner!;
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    // TypeORM passes the statement to the driver, which accepts a name with it.
    runner.query = (text: string, values?: unknown[], isStructured?: boolean): Promise<never> =>
      query(values?.length ? { name: nameOf(text), text } : text, values, isStructured) as Promise<never>;
    return work(db);
  });
}

/** Returns a name such as `UPDATE Jw3mOQ1yTZc`, which traces show. Postgres cuts names after 63 bytes. */
function nameOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url');
  return `${/\w+/.exec(text)![0]} ${hash}`.slice(0, 63);
}
