import { type DataSource, In } from 'typeorm';
import { log } from '../telemetry/log';
import { asAgency } from '../access/scope';
import type { ObjectStore } from '../files/store/object-store';
import { renderShownImages } from '../files/images/render-shown-images';
import { StoredObject } from '../files/stored-object.entity';

export interface SweepParts {
  dataSource: DataSource;
  objectStore: ObjectStore;
}

const AT_ONCE = 10;

/** Removes doomed objects from the store, then their rows. Never throws: what could not be removed waits for the next sweep. */
export function removeDoomed(parts: SweepParts): Promise<void> {
  return asAgency(() => removeAll(parts));
}

async function removeAll({ dataSource, objectStore }: SweepParts): Promise<void> {
  try {
    for (;;) {
      const doomed = await dataSource.manager.find(StoredObject, {
        where: { state: 'doomed' },
        order: { createdAt: 'ASC' },
        take: AT_ONCE,
      });
      if (doomed.length === 0) return;
      const ids = doomed.map(({ id }) => id);
      // Before their original is forgotten: they come in one of the next rounds.
      await dataSource.manager.update(StoredObject, { originalId: In(ids) }, { state: 'doomed' });
      await Promise.all(ids.map((id) => objectStore.delete(id)));
      await dataSource.manager.delete(StoredObject, ids);
    }
  } catch (error) {
    log.warn(
      { kind: (error as Error).constructor.name, code: (error as { code?: string }).code },
      'objects could not be removed yet',
    );
  }
}

/** Removes what is doomed, what was uploaded and never used, and what was put at an address after its use; makes copies that are missing. */
export async function sweepObjects(parts: SweepParts): Promise<void> {
  const { dataSource, objectStore } = parts;
  await dataSource.query(
    `UPDATE stored_objects SET state = 'doomed' WHERE state IN ('awaited', 'received') AND expires_at < now() - interval '1 day'`,
  );
  const used = await dataSource.query<{ id: string }[]>(
    `SELECT id FROM stored_objects WHERE state = 'stored' AND expires_at < now() ORDER BY expires_at LIMIT 100`,
  );
  for (const { id } of used) {
    await objectStore.clearPending(id);
    await dataSource.manager.update(StoredObject, { id }, { expiresAt: null });
  }
  // A release that knew no copies forgot them.
  await dataSource.query(
    `UPDATE stored_objects copy SET state = 'doomed' WHERE original_id IS NOT NULL AND NOT EXISTS (SELECT FROM stored_objects original WHERE original.id = copy.original_id)`,
  );
  await removeDoomed(parts);
  await renderShownImages(parts);
}
