import type { EntityManager } from 'typeorm';

/** Locks objects, so that none is used and marked for deletion at once. Locks in id order to avoid deadlocks. */
export async function lockObjects(db: EntityManager, paths: (string | null | undefined)[]): Promise<void> {
  const objectPaths = paths.filter(Boolean);
  if (objectPaths.length > 0)
    await db.query('SELECT FROM stored_objects WHERE path = ANY($1) ORDER BY id FOR UPDATE', [objectPaths]);
}
