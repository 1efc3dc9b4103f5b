import { MAX_CLIENT_BYTES } from '@dripline/contract/limits';
import type { GraphQLError } from 'graphql';
import { type EntityManager, In, IsNull } from 'typeorm';
import { fail } from '../api/errors';
import { StoredObject } from './stored-object.entity';

/** Returns whether a client's storage quota has room for more bytes. Open uploads count with the most they can take. */
export async function hasStorageQuota(db: EntityManager, clientId: string, bytes: number): Promise<boolean> {
  const [row] = await db.query<{ used: string }[]>(
    `SELECT coalesce(sum(size), 0) AS used FROM stored_objects WHERE client_id = $1 AND state <> 'deleting'`,
    [clientId],
  );
  return Number(row?.used) + bytes <= MAX_CLIENT_BYTES;
}

/** Uploads of campaign images that one administrator may have open. They count towards no client's storage quota. */
const MAX_OPEN_UPLOADS = 100;

/** Returns whether an uploader may open another upload that belongs to no client. Run it in a transaction. */
export async function hasOpenUploadQuota(db: EntityManager, uploader: string): Promise<boolean> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [uploader]);
  const open = await db.countBy(StoredObject, { uploader, clientId: IsNull(), state: In(['pending', 'uploaded']) });
  return open < MAX_OPEN_UPLOADS;
}

/**
 * Reserves storage quota for an upload, instead of what it reserved before. Run it in a transaction, because the lock
 * on the client's row makes the limit exact.
 */
export async function reserveStorageQuota(
  db: EntityManager,
  id: string,
  clientId: string,
  size: number,
): Promise<boolean> {
  await db.query('SELECT FROM clients WHERE id = $1 FOR NO KEY UPDATE', [clientId]);
  await db.update(StoredObject, { id }, { clientId, size: null });
  if (!(await hasStorageQuota(db, clientId, size))) return false;
  await db.update(StoredObject, { id }, { size });
  return true;
}

/** Returns the error for an exceeded storage quota. */
export function storageQuotaExceeded(): GraphQLError {
  return fail(
    'LIMIT_REACHED',
    `Storage limit of ${MAX_CLIENT_BYTES / 1024 ** 3} GB reached. Delete files to make room.`,
  );
}

/** Returns the error for too many open uploads that belong to no client. */
export function tooManyOpenUploads(): GraphQLError {
  return fail(
    'LIMIT_REACHED',
    `At most ${MAX_OPEN_UPLOADS} uploads may be open at once. Complete them, or wait until they expire.`,
  );
}
