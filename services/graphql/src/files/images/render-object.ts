import { IMAGE_TYPES } from '@dripline/contract/media-types';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { IsNull } from 'typeorm';
import { log } from '../../telemetry/log';
import { asAgency } from '../../access/scope';
import { renderImage, type RenderedImage, UnreadableImage } from './render-image';
import { StoredObject } from '../stored-object.entity';
import type { SweepParts } from '../../jobs/sweep-objects';

/** A larger one is shown as it is: reading it would hold all of it in memory. */
const MOST_BYTES = 25 * 1024 * 1024;

/** Less than callers have. */
const PATIENCE_MS = 8_000;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes a stored image's smaller copies, once; anything else has none. Throws UnreadableImage; what only went wrong is logged, and done when somebody asks again.
 * Whoever asks waits only so long: copies that come later are shown from then on.
 */
export async function renderObject(parts: SweepParts, object: StoredObject): Promise<void> {
  // One at a time: images are large, and others want the processor too.
  // Its copies are ours, and pages that show it may be another client's.
  const work = turn.then(() => asAgency(() => render(parts, object)));
  turn = work.catch(() => undefined);
  try {
    await Promise.race([work, delay(PATIENCE_MS, undefined, { ref: false })]);
  } catch (error) {
    if (error instanceof UnreadableImage) throw error;
    log.warn(
      { kind: (error as Error).constructor.name, code: (error as { code?: string }).code, object: object.id },
      'an image has no renditions yet',
    );
  }
}

function isUnrendered({ state, renderedAt, originalId, mimeType }: StoredObject): boolean {
  return state === 'stored' && renderedAt === null && originalId === null && IMAGE_TYPES.includes(mimeType ?? '');
}

async function render(parts: SweepParts, { id }: StoredObject): Promise<void> {
  const object = await parts.dataSource.manager.findOneBy(StoredObject, { id });
  if (!object || !isUnrendered(object)) return;
  const body = (object.size ?? 0) > MOST_BYTES ? null : await parts.objectStore.read(id);
  await keep(parts, object, body ? await renderImage(await buffer(body)) : null);
}

async function keep(
  { dataSource, objectStore }: SweepParts,
  { id, path }: StoredObject,
  image: RenderedImage | null,
): Promise<void> {
  const name = path!
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
  const copies = (image?.renditions ?? []).map(({ body, ...facts }) => ({ id: randomUUID(), body, facts }));
  // Noted before they are put, so that whatever is left behind is found and swept.
  await dataSource.manager.insert(
    StoredObject,
    copies.map((copy) => ({
      id: copy.id,
      state: 'awaited' as const,
      askedBy: 'us',
      expiresAt: new Date(),
      originalId: id,
    })),
  );
  for (const copy of copies) await objectStore.put(copy.id, copy.body);
  await dataSource.transaction(async (db) => {
    const { affected } = await db.update(
      StoredObject,
      { id, state: 'stored', renderedAt: IsNull() },
      { renderedAt: new Date(), width: image?.width ?? null, height: image?.height ?? null },
    );
    for (const { id: copyId, body, facts } of copies) {
      const ending = facts.mimeType.split('/')[1]!;
      // Its original was deleted meanwhile, or another process was quicker.
      const fate = affected
        ? { state: 'stored' as const, expiresAt: null, path: `/objects/${copyId}/${name}-${facts.width}.${ending}` }
        : { state: 'doomed' as const };
      await db.update(StoredObject, { id: copyId }, { ...fate, ...facts, size: body.length });
    }
  });
  // Whoever keeps a page that shows it already reads that again. Apart: a campaign that is being saved locks itself first and its images then.
  await dataSource.query(
    'UPDATE campaigns SET updated_at = updated_at WHERE $1 IN (logo_image_url, background_image_url, form_image_url)',
    [path],
  );
}
