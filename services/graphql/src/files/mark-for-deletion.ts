import type { EntityManager } from 'typeorm';
import { lockObjects } from './lock-objects';

// A campaign of any client may show the same image.
const NOT_SHOWN = 'NOT is_shown(stored_objects.path)';

/** Marks a file's object for deletion. Call it in the transaction that deletes the file. */
export async function markFileForDeletion(db: EntityManager, objectPath: string): Promise<void> {
  await db.query(`UPDATE stored_objects SET state = 'deleting' WHERE path = $1`, [objectPath]);
}

/** Marks all objects of a client for deletion, except images that campaigns show. Call it after deleting the client. */
export async function markClientObjectsForDeletion(db: EntityManager, clientId: string): Promise<void> {
  await db.query(
    `UPDATE stored_objects SET state = 'deleting' WHERE client_id = $1 AND (path IS NULL OR ${NOT_SHOWN})`,
    [clientId],
  );
}

/** Marks images for deletion that no campaign shows any more. Call it after saving. Files of the file manager stay. */
export async function markUnusedMediaForDeletion(db: EntityManager, paths: (string | null)[]): Promise<void> {
  await lockObjects(db, paths);
  await db.query(
    `UPDATE stored_objects SET state = 'deleting'
     WHERE path = ANY($1) AND ${NOT_SHOWN} AND NOT EXISTS (SELECT FROM files f WHERE f.object_path = stored_objects.path)`,
    [paths.filter((path) => path !== null)],
  );
}
