import type { EntityManager } from 'typeorm';
import { ALL_CLIENTS, type BulkKind, type CallKind } from './outbox-entry.entity';

/** Locks the existing entry until the caller commits, so that the relay delivers it afterwards. */
const UPDATE_EXISTING = `ON CONFLICT (subject_id, kind) DO UPDATE
  SET version = outbox.version + 1, attempts = 0, cursor = NULL, next_attempt_at = now()`;

/**
 * Returns a statement that enqueues a call for each row of a query with the columns `client_id` and `id`. The relay
 * makes the calls after the commit, and also after Temporal was down. `cte` precedes the query.
 */
export const enqueueRows = (kind: CallKind, rows: string, cte = '') => `${cte}
  INSERT INTO outbox (kind, client_id, subject_id) SELECT '${kind}', client_id, id FROM (${rows}) AS subjects ORDER BY id
  ${UPDATE_EXISTING}`;

/** Enqueues a call to Temporal, in the caller's transaction. */
export async function enqueue(db: EntityManager, kind: CallKind, clientId: string, subjectId: string): Promise<void> {
  await db.query(`INSERT INTO outbox (kind, client_id, subject_id) VALUES ($1, $2, $3) ${UPDATE_EXISTING}`, [
    kind,
    clientId,
    subjectId,
  ]);
}

/** Enqueues work on many rows, which the relay does in pages. Without a client it concerns all of them. */
export async function enqueueBulk(
  db: EntityManager,
  kind: BulkKind,
  clientId = ALL_CLIENTS,
  subjectId = clientId,
): Promise<void> {
  await db.query(
    `INSERT INTO outbox (kind, client_id, subject_id, is_bulk) VALUES ($1, $2, $3, true) ${UPDATE_EXISTING}`,
    [kind, clientId, subjectId],
  );
}

/** Enqueues work on many rows of each of several clients. */
export async function enqueueBulkOfClients(db: EntityManager, kind: BulkKind, clientIds: string[]): Promise<void> {
  await db.query(
    `INSERT INTO outbox (kind, client_id, subject_id, is_bulk) SELECT $1, id, id, true FROM unnest($2::uuid[]) AS id ORDER BY id ${UPDATE_EXISTING}`,
    [kind, clientIds],
  );
}
