import type { DataSource } from 'typeorm';

const PAGE = 5_000;

/**
 * Deletes the rows of a table that meet a condition, in pages of one transaction each. The condition is checked twice,
 * because rows in different partitions can have the same `ctid`.
 */
export async function deleteExpired(
  dataSource: DataSource,
  signal: AbortSignal,
  table: string,
  condition: string,
  parameters: unknown[] = [],
): Promise<void> {
  for (let deleted = PAGE; deleted === PAGE && !signal.aborted;)
    [, deleted] = await dataSource.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)) AND ${condition}`,
      parameters,
    );
}
