import type { EntityManager } from 'typeorm';
import type { Campaign } from '../campaigns/campaign.entity';
import type { LandingImage } from './landing-image.types';

/** The sizes and copies of a landing page's images. Null for images that are not uploads. */
export interface LandingImages {
  logoImage: LandingImage | null;
  backgroundImage: LandingImage | null;
  formImage: LandingImage | null;
}

interface Row extends LandingImage {
  path: string;
}

/** Loads the sizes and copies of a campaign's images with one query. */
export async function loadLandingImages(
  db: EntityManager,
  { logoImageUrl, backgroundImageUrl, formImageUrl }: Campaign,
): Promise<LandingImages> {
  const paths = [logoImageUrl, backgroundImageUrl, formImageUrl].filter((url) => url?.startsWith('/objects/'));
  const rows =
    paths.length === 0
      ? []
      : await db.query<Row[]>(
          `SELECT o.path, o.width, o.height, coalesce(
       (SELECT json_agg(json_build_object('url', copy.path, 'mimeType', copy.mime_type, 'width', copy.width) ORDER BY copy.mime_type, copy.width)
        FROM stored_objects copy WHERE copy.original_id = o.id AND copy.state = 'published'), '[]') AS renditions
     FROM stored_objects o WHERE o.path = ANY($1) AND o.state = 'published' AND o.width IS NOT NULL`,
          [paths],
        );
  const find = (url: string | null): LandingImage | null => rows.find(({ path }) => path === url) ?? null;
  return { logoImage: find(logoImageUrl), backgroundImage: find(backgroundImageUrl), formImage: find(formImageUrl) };
}
