import { IMAGE_TYPES } from '@dripline/contract/media-types';
import { UnreadableImage } from './render-image';
import { renderObject } from './render-object';
import { StoredObject } from '../stored-object.entity';
import type { FileDependencies } from '../../jobs/sweep-objects';

const BATCH_SIZE = 20;
// Literals, so that Postgres can use `stored_objects_unrendered_idx`.
const imageTypes = IMAGE_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * Creates missing copies of images that campaigns and brands show, for example because the process stopped while creating them.
 */
export async function renderShownImages(parts: FileDependencies): Promise<void> {
  const db = parts.dataSource.manager;
  const shown = await db.query<{ id: string }[]>(
    `SELECT o.id FROM stored_objects o
     JOIN (SELECT unnest(ARRAY[logo_image_url, background_image_url, form_image_url]) AS path FROM campaigns UNION ALL SELECT form_image_url FROM ab_test_variants
       UNION ALL SELECT unnest(ARRAY[brand ->> 'logoImageUrl', brand ->> 'faviconImageUrl']) FROM clients) c ON c.path = o.path
     WHERE o.state = 'published' AND o.rendered_at IS NULL AND o.original_id IS NULL AND o.mime_type IN (${imageTypes}) GROUP BY o.id LIMIT ${BATCH_SIZE}`,
  );
  for (const { id } of shown) {
    await renderObject(parts, { id } as StoredObject).catch(async (error: unknown) => {
      if (!(error instanceof UnreadableImage)) throw error;
      // The original is shown, and copies are not tried again.
      await db.update(StoredObject, { id }, { renderedAt: new Date() });
    });
  }
}
