import { type DataSource, In } from 'typeorm';
import { log } from '../telemetry/log';
import { asSystem } from '../access/scope';
import type { ObjectStore } from '../files/store/object-store';
import { renderShownImages } from '../files/images/render-shown-images';
import { StoredObject } from '../files/stored-object.entity';

export interface FileDependencies {
  dataSource: DataSource;
  objectStore: ObjectStore;
}

const BATCH_SIZE = 10;

/** Deletes marked objects from the store, then their rows. Never throws: failures are retried by the next sweep. */
export function deleteMarkedObjects(parts: FileDependencies): Promise<void> {
  return asSystem(() => deleteMarked(parts));
}

async function deleteMarked({ dataSource, objectStore }: FileDependencies): Promise<void> {
  try {
    for (;;) {
      const markedObjects = await dataSource.manager.find(StoredObject, {
        where: { state: 'deleting' },
        order: { createdAt: 'ASC' },
        take: BATCH_SIZE,
      });
      if (markedObjects.length === 0) return;
      const ids = markedObjects.map(({ id }) => id);
      // Marks the copies before their original is deleted. A later batch deletes them.
      await dataSource.manager.update(StoredObject, { originalId: In(ids) }, { state: 'deleting' });
      await Promise.all(
        markedObjects.map(({ id, expiresAt }) =>
          objectStore.delete(id, { isUrlValid: expiresAt !== null && expiresAt.getTime() > Date.now() }),
        ),
      );
      await dataSource.manager.delete(StoredObject, ids);
    }
  } catch (error) {
    log.warn(
      { kind: (error as Error).constructor.name, code: (error as { code?: string }).code },
      'objects could not be deleted yet',
    );
  }
}

/**
 * Deletes marked objects, uploads that were not completed and leftovers of completed uploads, and creates missing image
 * copies.
 */
export async function sweepObjects(parts: FileDependencies): Promise<void> {
  const { dataSource, objectStore } = parts;
  // An upload that started before its URL expired may last another 15 minutes.
  await dataSource.query(
    `UPDATE stored_objects SET state = 'deleting' WHERE state IN ('pending', 'uploaded') AND expires_at < now() - interval '30 minutes'`,
  );
  const completedUploads = await dataSource.query<{ id: string }[]>(
    `SELECT id FROM stored_objects WHERE state = 'published' AND expires_at < now() ORDER BY expires_at LIMIT 100`,
  );
  for (const { id } of completedUploads) {
    await objectStore.clearPending(id);
    await dataSource.manager.update(StoredObject, { id }, { expiresAt: null });
  }
  await deleteMarkedObjects(parts);
  await renderShownImages(parts);
}
