import type { EntityManager } from 'typeorm';
import { lockObjects } from './lock-objects';

// Another campaign may show the same picture, be it another client's.
const UNUSED = 'NOT is_shown(stored_objects.path)';

/** Leaves word, in the transaction that deletes a file, that its object must go. */
export async function doomFile(db: EntityManager, objectPath: string): Promise<void> {
  await db.query(`UPDATE stored_objects SET state = 'doomed' WHERE path = $1`, [objectPath]);
}

/** The same for all of a client's objects; call it once the client is deleted. */
export async function doomObjectsOfClient(db: EntityManager, clientId: string): Promise<void> {
  await db.query(`UPDATE stored_objects SET state = 'doomed' WHERE client_id = $1 AND (path IS NULL OR ${UNUSED})`, [
    clientId,
  ]);
}

/** The same for images that a campaign no longer shows, once that is saved; those in the file manager stay. */
export async function doomMedia(db: EntityManager, paths: (string | null)[]): Promise<void> {
  await lockObjects(db, paths);
  await db.query(
    `UPDATE stored_objects SET state = 'doomed'
     WHERE path = ANY($1) AND ${UNUSED} AND NOT EXISTS (SELECT FROM files f WHERE f.object_path = stored_objects.path)`,
    [paths.filter((path) => path !== null)],
  );
}
