import type { DataSource, EntityManager } from 'typeorm';
import type { BulkTask, NextPage } from '../outbox/bulk-work';
import { enqueueRows } from '../outbox/enqueue';

const PAGE = 500;
/** Calls that a client may have waiting before the next page is enqueued. */
const MAX_WAITING = 1_000;
const WAIT_MS = 250;
const OPEN = `status IN ('active', 'held')`;

/** Signals the open enrollments of a lead that they ended. Call it in the transaction that ends them. */
export async function signalEndedOfLeads(db: EntityManager, leadIds: readonly string[]): Promise<void> {
  await db.query(enqueueRows('signal', `SELECT client_id, id FROM enrollments WHERE lead_id = ANY ($1) AND ${OPEN}`), [
    leadIds,
  ]);
}

/**
 * Enqueues the signals of one page of enrollments, in order of their ids.
 *
 * @param condition the condition on an enrollment. $1 is the task's subject.
 */
export async function wakePage(
  dataSource: DataSource,
  { clientId, subjectId, cursor }: BulkTask,
  condition: string,
): Promise<NextPage> {
  const next = { cursor: cursor ?? undefined, delayMs: WAIT_MS };
  const [{ waiting }] = await dataSource.query<[{ waiting: number }]>(
    'SELECT count(*)::int AS waiting FROM (SELECT FROM outbox WHERE NOT is_bulk AND client_id = $1 LIMIT $2) entries',
    [clientId, MAX_WAITING],
  );
  if (waiting === MAX_WAITING) return next;
  const page = `WITH page AS (SELECT client_id, id FROM enrollments WHERE ${condition} AND id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT ${PAGE})`;
  const enqueued = enqueueRows('signal', 'SELECT client_id, id FROM page', page);
  const signalled = await dataSource.query<{ id: string }[]>(`${enqueued} RETURNING subject_id AS id`, [
    subjectId,
    cursor,
  ]);
  const last = signalled.at(-1);
  return signalled.length < PAGE || !last ? null : { cursor: last.id };
}
