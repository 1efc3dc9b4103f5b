import type { DataSource } from 'typeorm';
import type { Position } from './cursor';

/** The kinds of changes of objects that a dashboard shows. */
export type ObjectKind = 'lead_created' | 'lead_updated' | 'message_updated' | 'enrollment_updated';
/** The kinds of changes that the triggers record. Changes of the client itself only concern its figures. */
export type RecordedKind = ObjectKind | 'client_updated';

/** A row of the table `changes`. */
export interface Change {
  at: Position;
  clientId: string;
  kind: RecordedKind;
  objectId: string;
}

/** Rows per page. */
export const PAGE = 1_000;

interface Row {
  xid: string;
  position: string;
  clientId: string;
  kind: RecordedKind;
  objectId: string;
  /** When the transaction started, in Unix seconds. */
  createdAt: number;
}

const COLUMNS =
  'xid::text, position::text, client_id AS "clientId", kind, object_id AS "objectId", extract(epoch FROM created_at)::int AS "createdAt"';
const now = () => Math.floor(Date.now() / 1_000);

const toChange = ({ xid, position, clientId, kind, objectId, createdAt }: Row): Change => ({
  at: { xid: BigInt(xid), position: BigInt(position), readAt: createdAt },
  clientId,
  kind,
  objectId,
});

/** The position before the first change that a transaction may still add. */
export async function currentPosition(dataSource: DataSource): Promise<Position> {
  const readAt = now();
  const [{ xmin }] = await dataSource.query<[{ xmin: string }]>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
  );
  return { xid: BigInt(xmin), position: 0n, readAt };
}

/** A page of changes. */
export interface ChangePage {
  changes: Change[];
  /** The position after the page. */
  position: Position;
  /** Whether committed changes wait for a transaction that started before them and has not ended. */
  isHeldBack: boolean;
}

/**
 * Reads the changes of all clients after a position, without those of transactions that started after one that has not
 * ended. That one could otherwise add a change before the position later, which nobody would read.
 */
export async function readPage(dataSource: DataSource, { xid, position }: Position): Promise<ChangePage> {
  const readAt = now();
  const rows = await dataSource.query<(Partial<Row> & { xmin: string; isHeldBack: boolean })[]>(
    `SELECT s.xmin::text, coalesce((SELECT xid FROM changes ORDER BY xid DESC LIMIT 1) >= s.xmin, false) AS "isHeldBack", page.*
     FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin) s
     LEFT JOIN (
       SELECT ${COLUMNS} FROM changes WHERE (xid, position) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY changes.xid, changes.position LIMIT ${PAGE}
     ) page ON true ORDER BY page.xid::xid8, page.position::bigint`,
    [String(xid), String(position)],
  );
  const changes = rows.flatMap((row) => (row.xid === undefined || row.xid === null ? [] : [toChange(row as Row)]));
  const end = { xid: BigInt(rows[0]!.xmin), position: 0n, readAt };
  return {
    changes,
    position: changes.length === PAGE ? changes.at(-1)!.at : end,
    isHeldBack: rows[0]!.isHeldBack,
  };
}

/** Reads a page of one client's changes after one position, up to and including another one. */
export async function readClientPage(
  dataSource: DataSource,
  clientId: string,
  after: Position,
  until: Position,
): Promise<Change[]> {
  const rows = await dataSource.query<Row[]>(
    // The client's index is the only one in this order, so that a page never reads the changes of others.
    `SELECT ${COLUMNS} FROM changes
     WHERE (client_id, xid, position) > ($1::uuid, $2::xid8, $3::bigint) AND (client_id, xid, position) <= ($1::uuid, $4::xid8, $5::bigint)
     ORDER BY changes.client_id, changes.xid, changes.position LIMIT ${PAGE}`,
    [clientId, ...[after.xid, after.position, until.xid, until.position].map(String)],
  );
  return rows.map(toChange);
}

/** Whether a position lies in the future, as after the database was restored. */
export async function isUnknown(dataSource: DataSource, { xid }: Position): Promise<boolean> {
  const [row] = await dataSource.query<[{ unknown: boolean }]>(
    'SELECT $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) AS unknown',
    [String(xid)],
  );
  return row.unknown;
}
