import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { type EntityManager, In, IsNull } from 'typeorm';
import type { Context, Settings } from '../api/context';
import { fieldError } from '../api/errors';
import { fileTooLargeMessage } from '../files/validate-upload';
import { lockObjects } from '../files/lock-objects';
import { inlineTypes } from '../files/detect-media-type';
import { renderObject } from '../files/images/render-object';
import { StoredObject } from '../files/stored-object.entity';
import type { Campaign } from './campaign.entity';
import { MEDIA_URL_MESSAGE } from './url-rules';

type MediaField = 'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl';

/** The kind and maximum size of the uploaded file that each field accepts. */
const mediaRules: Record<MediaField, { kind: 'image' | 'video'; maxBytes: number }> = {
  logoImageUrl: { kind: 'image', maxBytes: LOGO_MAX_BYTES },
  backgroundImageUrl: { kind: 'image', maxBytes: BACKGROUND_MAX_BYTES },
  formImageUrl: { kind: 'image', maxBytes: MAX_UPLOAD_BYTES },
  formVideoUrl: { kind: 'video', maxBytes: MAX_UPLOAD_BYTES },
};

const fields = Object.keys(mediaRules) as MediaField[];

/** Returns the URLs of a campaign's media by field. */
export function mediaOf(campaign: Campaign): Record<MediaField, string | null> {
  const { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl } = campaign;
  return { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl };
}

/**
 * Validates the media that a campaign refers to: uploaded files must exist, be of the right kind and not too large, and
 * other URLs must be https, because landing pages load nothing over http. Unchanged media is not checked again. URLs on
 * the public origin are stored as paths, and the files become the client's.
 *
 * @param path what errors put before the name of a field
 */
export async function validateMedia(
  db: EntityManager,
  { publicUrl }: Settings,
  before: Partial<Record<MediaField, string | null>>,
  campaign: Campaign,
  path = '',
): Promise<void> {
  for (const field of fields) {
    campaign[field] = pathOf(campaign[field], publicUrl);
    const isInsecure = /^http:/i.test(campaign[field] ?? '');
    if (isInsecure && campaign[field] !== before[field]) throw fieldError(path + field, MEDIA_URL_MESSAGE);
  }
  const changed = fields.filter(
    (field) => campaign[field]?.startsWith('/objects/') && campaign[field] !== before[field],
  );
  await lockObjects(db, [...Object.values(before), ...changed.map((field) => campaign[field])]);
  for (const field of changed) {
    const object = await db.findOneBy(StoredObject, { path: campaign[field]!, state: 'published' });
    const error = object ? mediaError(object, mediaRules[field]) : 'This file does not exist. Upload it again.';
    if (error !== null) throw fieldError(path + field, error);
  }
  if (changed.length > 0)
    await db.update(
      StoredObject,
      { path: In(changed.map((field) => campaign[field])), clientId: IsNull() },
      { clientId: campaign.clientId },
    );
}

/** Strips the public origin from the URL of an uploaded file. Other URLs are returned unchanged. */
function pathOf(url: string | null | undefined, publicUrl: string): string | null {
  return (url?.startsWith(`${publicUrl}/objects/`) ? url.slice(publicUrl.length) : url) ?? null;
}

function mediaError(
  { size, mimeType }: StoredObject,
  { kind, maxBytes }: (typeof mediaRules)[MediaField],
): string | null {
  if (!mimeType?.startsWith(`${kind}/`) || !inlineTypes.has(mimeType))
    return kind === 'image' ? 'Choose an image.' : 'Choose a video.';
  return (size ?? 0) > maxBytes ? fileTooLargeMessage(maxBytes) : null;
}

/**
 * Renders the smaller copies of a campaign's new images, and rejects files that are not images. Call it before taking
 * locks, because it is slow.
 */
export async function renderMedia(
  ctx: Pick<Context, 'dataSource' | 'settings' | 'objectStore'>,
  input: Partial<Record<MediaField, string | null>>,
  path = '',
): Promise<void> {
  const { publicUrl } = ctx.settings;
  for (const field of fields) {
    const objectPath = pathOf(input[field], publicUrl);
    const object = objectPath?.startsWith('/objects/')
      ? await ctx.dataSource.manager.findOneBy(StoredObject, { path: objectPath, state: 'published' })
      : null;
    if (!object || mediaRules[field].kind !== 'image' || mediaError(object, mediaRules[field]) !== null) continue;
    await renderObject(ctx, object).catch((error: Error) => {
      throw fieldError(path + field, error.message);
    });
  }
}
