import type { DataSource } from 'typeorm';
import { log } from '../log';
import type { ObjectStore } from './object-store';
import { StoredObject } from './stored-object.entity';

export interface SweepParts {
  dataSource: DataSource;
  objectStore: ObjectStore;
}

const AT_ONCE = 10;

/** Removes doomed objects from the store, then their rows. Never throws: what could not be removed waits for the next sweep. */
export async function removeDoomed({ dataSource, objectStore }: SweepParts): Promise<void> {
  try {
    for (;;) {
      const doomed = await dataSource.manager.find(StoredObject, { where: { state: 'doomed' }, order: { createdAt: 'ASC' }, take: AT_ONCE });
      if (doomed.length === 0) return;
      await Promise.all(doomed.map(({ id }) => objectStore.delete(id)));
      await dataSource.manager.delete(StoredObject, doomed.map(({ id }) => id));
    }
  } catch (error) {
    log.warn({ kind: (error as Error).constructor.name, code: (error as { code?: string }).code }, 'objects could not be removed yet');
  }
}

/** Removes what is doomed, what was uploaded and never used, and what was put at an address after its use. */
export async function sweepObjects(parts: SweepParts): Promise<void> {
  const { dataSource, objectStore } = parts;
  await dataSource.query(`UPDATE stored_objects SET state = 'doomed' WHERE state IN ('awaited', 'received') AND expires_at < now() - interval '1 day'`);
  const used = await dataSource.query<{ id: string }[]>(`SELECT id FROM stored_objects WHERE state = 'stored' AND expires_at < now() ORDER BY expires_at LIMIT 100`);
  for (const { id } of used) {
    await objectStore.clearPending(id);
    await dataSource.manager.update(StoredObject, { id }, { expiresAt: null });
  }
  await removeDoomed(parts);
}
