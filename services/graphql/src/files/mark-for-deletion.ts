import type { EntityManager } from 'typeorm';
import { lockObjects } from './lock-objects';

// A campaign of any client may show the same image.
const NOT_SHOWN = 'NOT is_shown(stored_objects.path)';

/** Marks a file's object for deletion. Call it in the transaction that deletes the file. */
export async function markFileForDeletion(db: EntityManager, objectPath: string): Promise<void> {
  await db.query(`UPDATE stored_objects SET state = 'deleting' WHERE path = $1`, [objectPath]);
}

/**
 * Marks a page of a client's objects for deletion, except images that are shown. Call it once the client's
 * campaigns are deleted or are being deleted. Returns how many were marked.
 */
export async function markObjectsPageForDeletion(db: EntityManager, clientId: string, limit: number): Promise<number> {
  const [, marked] = await db.query<[unknown[], number]>(
    `UPDATE stored_objects SET state = 'deleting' WHERE id IN (
       SELECT id FROM stored_objects WHERE client_id = $1 AND state <> 'deleting' AND (path IS NULL OR ${NOT_SHOWN}) LIMIT $2)`,
    [clientId, limit],
  );
  return marked;
}

/** Marks images for deletion that neither a campaign nor a brand shows any more. Call it after saving. Files of the file manager stay. */
export async function markUnusedMediaForDeletion(db: EntityManager, paths: (string | null)[]): Promise<void> {
  await lockObjects(db, paths);
  await db.query(
    `UPDATE stored_objects SET state = 'deleting'
     WHERE path = ANY($1) AND ${NOT_SHOWN} AND NOT EXISTS (SELECT FROM files f WHERE f.object_path = stored_objects.path)`,
    [paths.filter((path) => path !== null)],
  );
}
