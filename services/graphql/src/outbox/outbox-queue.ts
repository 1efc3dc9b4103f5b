import type { DataSource } from 'typeorm';
import type { OutboxEntry } from './outbox-entry.entity';

/** Where the turns between clients start. */
export const FIRST_CLIENT = '00000000-0000-0000-0000-000000000000';
/** Entries of one client in a page, so that a busy client leaves room for the others. */
const CLIENT_SHARE = 10;
/** How long a claimed entry is hidden from other claims: longer than the work on a page takes. */
const VISIBILITY_SECONDS = 30;
const RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 15;

/** A claimed entry. */
export type ClaimedEntry = Pick<
  OutboxEntry,
  'id' | 'kind' | 'subjectId' | 'clientId' | 'cursor' | 'version' | 'attempts'
>;

// Visits the clients that have entries, in order of their ids, and stops when the page is full.
const CLAIM = `
  WITH RECURSIVE turns AS (
    (SELECT client_id FROM outbox WHERE is_bulk = $1 AND client_id > $2 ORDER BY client_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.client_id FROM outbox next WHERE next.is_bulk = $1 AND next.client_id > turns.client_id ORDER BY next.client_id LIMIT 1)
    FROM turns WHERE turns.client_id IS NOT NULL
  ), page AS MATERIALIZED (
    SELECT due.id FROM turns, LATERAL (
      SELECT id FROM outbox WHERE is_bulk = $1 AND client_id = turns.client_id AND next_attempt_at <= now()
      ORDER BY next_attempt_at, id LIMIT ${CLIENT_SHARE} FOR UPDATE SKIP LOCKED
    ) due LIMIT $3
  ), claimed AS (
    UPDATE outbox SET attempts = attempts + 1, next_attempt_at = now() + interval '${VISIBILITY_SECONDS} seconds'
    WHERE id IN (SELECT id FROM page)
    RETURNING id, kind, subject_id AS "subjectId", client_id AS "clientId", cursor, version, attempts
  )
  SELECT * FROM claimed ORDER BY "clientId", id`;

/**
 * Claims a page of due entries, taking turns between clients. Other claims do not see them for some seconds, so no
 * transaction waits for the work, and entries of a relay that died are claimed again.
 *
 * @param after the last client of the previous page
 */
export function claimEntries(
  dataSource: DataSource,
  isBulk: boolean,
  limit: number,
  after = FIRST_CLIENT,
): Promise<ClaimedEntry[]> {
  return dataSource.query<ClaimedEntry[]>(CLAIM, [isBulk, after, limit]);
}

const identify = (entries: ClaimedEntry[]) => [entries.map(({ id }) => id), entries.map(({ version }) => version)];
// An entry that was enqueued again meanwhile stays. So does one that is locked, because it is being enqueued again.
// Materialized, and with the ids as an array, because Postgres takes a queue that was empty at the last vacuum for one
// row, and would then run a subquery again for each of the thousands that it has now.
const UNCHANGED = `WITH unchanged AS MATERIALIZED (
  SELECT id FROM outbox WHERE id = ANY ($1::bigint[]) AND version = ($2::int[])[array_position($1::bigint[], id)] FOR UPDATE SKIP LOCKED)`;
const IS_UNCHANGED = 'id IN (SELECT id FROM unchanged)';

/** Deletes entries whose work is done. */
export async function deleteEntries(dataSource: DataSource, entries: ClaimedEntry[]): Promise<void> {
  if (entries.length > 0)
    await dataSource.query(`${UNCHANGED} DELETE FROM outbox WHERE ${IS_UNCHANGED}`, identify(entries));
}

/** Schedules the next attempt at entries whose work failed, later each time. */
export async function retryEntries(dataSource: DataSource, entries: ClaimedEntry[]): Promise<void> {
  if (entries.length > 0)
    await dataSource.query(
      `${UNCHANGED} UPDATE outbox SET next_attempt_at = now() + least(${RETRY_SECONDS} * 2 ^ least(attempts - 1, 10), ${MAX_RETRY_SECONDS}) * interval '1 second' WHERE ${IS_UNCHANGED}`,
      identify(entries),
    );
}

/** Makes claimed entries due again, as if they had not been claimed. */
export async function releaseEntries(dataSource: DataSource, entries: ClaimedEntry[]): Promise<void> {
  if (entries.length > 0)
    await dataSource.query(
      `${UNCHANGED} UPDATE outbox SET attempts = attempts - 1, next_attempt_at = now() WHERE ${IS_UNCHANGED}`,
      identify(entries),
    );
}

/** Schedules the next page of an entry. */
export async function continueEntry(
  dataSource: DataSource,
  entry: ClaimedEntry,
  cursor: string | null,
  delayMs: number,
): Promise<void> {
  await dataSource.query(
    `${UNCHANGED} UPDATE outbox SET attempts = 0, cursor = $3, next_attempt_at = clock_timestamp() + $4 * interval '1 millisecond' WHERE ${IS_UNCHANGED}`,
    [...identify([entry]), cursor, delayMs],
  );
}
