import type { EntityManager } from 'typeorm';

/** Keeps objects from being taken over by one and doomed by another at once; in one order, so that two who lock several do not wait for each other. */
export async function lockObjects(db: EntityManager, paths: (string | null | undefined)[]): Promise<void> {
  const named = paths.filter(Boolean);
  if (named.length > 0)
    await db.query('SELECT FROM stored_objects WHERE path = ANY($1) ORDER BY id FOR UPDATE', [named]);
}
