import type { PoolClient } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';

/**
 * Runs a statement that each connection parses and plans once, under a name of its own: for what every visitor waits for.
 * In the caller's transaction, where there is one. Throws what any other statement of the data source would.
 */
export async function prepared<Row>(
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
