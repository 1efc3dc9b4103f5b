import type { PoolClient } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';

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
