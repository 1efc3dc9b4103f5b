import type { EntityManager } from 'typeorm';
import type { Loaders } from '../api/loaders';
import type { LandingImage } from './landing-image.types';

/** Loads the sizes and copies of uploaded images by path. Returns null for a path that is not a published image. */
export async function loadLandingImages(db: EntityManager, paths: readonly string[]): Promise<(LandingImage | null)[]> {
  const rows = await db.query<(LandingImage & { path: string })[]>(
    `SELECT o.path, o.width, o.height, coalesce(
       (SELECT json_agg(json_build_object('url', copy.path, 'mimeType', copy.mime_type, 'width', copy.width) ORDER BY copy.mime_type, copy.width)
        FROM stored_objects copy WHERE copy.original_id = o.id AND copy.state = 'published'), '[]') AS renditions
     FROM stored_objects o WHERE o.path = ANY($1) AND o.state = 'published' AND o.width IS NOT NULL`,
    [paths],
  );
  const images = new Map(rows.map((row) => [row.path, row]));
  return paths.map((path) => images.get(path) ?? null);
}

/** Returns the URL of the smallest copy of an uploaded image, or that of the image if it has none. */
export async function smallCopy({ landingImage }: Loaders, url: string | null): Promise<string | null> {
  const image = url === null ? null : await landingImage.load(url);
  return image?.renditions.find(({ mimeType }) => mimeType === 'image/webp')?.url ?? url;
}
