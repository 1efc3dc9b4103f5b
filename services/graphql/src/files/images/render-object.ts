import { IMAGE_TYPES } from '@dripline/contract/media-types';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { IsNull } from 'typeorm';
import { log } from '../../telemetry/log';
import { asSystem } from '../../access/scope';
import { renderImage, type RenderedImage, UnreadableImage } from './render-image';
import { StoredObject } from '../stored-object.entity';
import type { FileDependencies } from '../../jobs/sweep-objects';

/** Larger images get no copies, because decoding holds the whole file in memory. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Shorter than the timeout of the callers. */
const TIMEOUT_MS = 8_000;

/** Images that may wait. The sweep creates the copies of others, once a page shows them. */
const MAX_WAITING = 50;

let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Creates a stored image's smaller copies, once. Other objects have none. Waits at most `TIMEOUT_MS`: later copies are
 * shown from then on. Failures other than UnreadableImage are logged and retried on the next request.
 *
 * @throws UnreadableImage
 */
export async function renderObject(parts: FileDependencies, object: StoredObject): Promise<void> {
  // One image at a time, to limit memory and CPU.
  // As the system, because copies belong to no client and another client's pages may show the image.
  if (waiting >= MAX_WAITING) return;
  waiting += 1;
  const work = queue.then(() => asSystem(() => render(parts, object)));
  queue = work.catch(() => undefined).finally(() => (waiting -= 1));
  try {
    await Promise.race([work, delay(TIMEOUT_MS, undefined, { ref: false })]);
  } catch (error) {
    if (error instanceof UnreadableImage) throw error;
    log.warn(
      { kind: (error as Error).constructor.name, code: (error as { code?: string }).code, object: object.id },
      'image copies could not be created yet',
    );
  }
}

function isUnrendered({ state, renderedAt, originalId, mimeType }: StoredObject): boolean {
  return state === 'published' && renderedAt === null && originalId === null && IMAGE_TYPES.includes(mimeType ?? '');
}

async function render(parts: FileDependencies, { id }: StoredObject): Promise<void> {
  const object = await parts.dataSource.manager.findOneBy(StoredObject, { id });
  if (!object || !isUnrendered(object)) return;
  const body = (object.size ?? 0) > MAX_BYTES ? null : await parts.objectStore.read(id);
  await saveCopies(parts, object, body ? await renderImage(await buffer(body)) : null);
}

async function saveCopies(
  { dataSource, objectStore }: FileDependencies,
  { id, path }: StoredObject,
  image: RenderedImage | null,
): Promise<void> {
  const name = path!
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
  const copies = (image?.renditions ?? []).map(({ body, ...properties }) => ({
    id: randomUUID(),
    body,
    properties,
  }));
  // Recorded before they are stored, so that the sweep finds and deletes leftovers.
  await dataSource.manager.insert(
    StoredObject,
    copies.map((copy) => ({
      id: copy.id,
      state: 'pending' as const,
      uploader: 'system',
      expiresAt: new Date(),
      originalId: id,
    })),
  );
  for (const copy of copies) await objectStore.put(copy.id, copy.body);
  await dataSource.transaction(async (db) => {
    const { affected } = await db.update(
      StoredObject,
      { id, state: 'published', renderedAt: IsNull() },
      { renderedAt: new Date(), width: image?.width ?? null, height: image?.height ?? null },
    );
    for (const { id: copyId, body, properties } of copies) {
      const extension = properties.mimeType.split('/')[1]!;
      // Otherwise the original was deleted meanwhile, or another process created copies first.
      const outcome = affected
        ? {
            state: 'published' as const,
            expiresAt: null,
            path: `/objects/${copyId}/${name}-${properties.width}.${extension}`,
          }
        : { state: 'deleting' as const };
      await db.update(StoredObject, { id: copyId }, { ...outcome, ...properties, size: body.length });
    }
  });
}
