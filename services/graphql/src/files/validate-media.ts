import { type EntityManager, In, IsNull } from 'typeorm';
import type { Context, Settings } from '../api/context';
import { fieldError } from '../api/errors';
import { MEDIA_URL_MESSAGE } from '../campaigns/url-rules';
import { inlineTypes } from './detect-media-type';
import { File } from './file.entity';
import { renderObject } from './images/render-object';
import { lockObjects } from './lock-objects';
import { StoredObject } from './stored-object.entity';
import { fileTooLargeMessage } from './validate-upload';

/** What a field with the URL of an image or video accepts. */
interface MediaRule {
  kind: 'image' | 'video';
  /** The maximum size of an uploaded file. */
  maxBytes: number;
  /**
   * Whether only uploads are accepted that belong to no other client, and not those in a file manager, where the client may
   * delete them.
   */
  isOwnUpload?: boolean;
}

/** The fields of an object that refer to media. */
export type MediaRules<Field extends string> = Record<Field, MediaRule>;

const NOT_UPLOADED = 'This file does not exist. Upload it again.';

interface MediaChange<Field extends string> {
  rules: MediaRules<Field>;
  /** The URLs that are stored. */
  before: Partial<Record<Field, string | null>>;
  /** The URLs to store. Those on the public origin become paths. */
  media: Record<Field, string | null>;
  clientId: string;
  /** What errors put before the name of a field. */
  path?: string;
}

/**
 * Validates the media that an object refers to: uploaded files must exist, be of the right kind and not too large, and
 * other URLs must be https, because landing pages load nothing over http. Unchanged media is not checked again. The files
 * become the client's.
 */
export async function validateMedia<Field extends string>(
  db: EntityManager,
  { publicUrl }: Settings,
  { rules, before, media, clientId, path = '' }: MediaChange<Field>,
): Promise<void> {
  const fields = Object.keys(rules) as Field[];
  for (const field of fields) media[field] = pathOf(media[field], publicUrl);
  const changed = fields.filter((field) => media[field] !== null && media[field] !== (before[field] ?? null));
  for (const field of changed) {
    if (/^http:/i.test(media[field]!)) throw fieldError(path + field, MEDIA_URL_MESSAGE);
    if (rules[field].isOwnUpload && !isUpload(media[field])) throw fieldError(path + field, NOT_UPLOADED);
  }
  const uploads = changed.filter((field) => isUpload(media[field]));
  await lockObjects(db, [...fields.map((field) => before[field]), ...uploads.map((field) => media[field])]);
  for (const field of uploads) {
    const object = await db.findOneBy(StoredObject, { path: media[field]!, state: 'published' });
    const isUsable = object !== null && (!rules[field].isOwnUpload || (await mayBecomeOwn(db, object, clientId)));
    const error = isUsable ? mediaError(object, rules[field]) : NOT_UPLOADED;
    if (error !== null) throw fieldError(path + field, error);
  }
  if (uploads.length > 0)
    await db.update(StoredObject, { path: In(uploads.map((field) => media[field])), clientId: IsNull() }, { clientId });
}

async function mayBecomeOwn(
  db: EntityManager,
  { clientId: owner, originalId, path }: StoredObject,
  clientId: string,
): Promise<boolean> {
  if (originalId !== null || (owner !== null && owner !== clientId)) return false;
  return !(await db.existsBy(File, { objectPath: path! }));
}

const isUpload = (url: string | null) => url?.startsWith('/objects/') === true;

/** Strips the public origin from the URL of an uploaded file. Other URLs are returned unchanged. */
function pathOf(url: string | null | undefined, publicUrl: string): string | null {
  return (url?.startsWith(`${publicUrl}/objects/`) ? url.slice(publicUrl.length) : url) ?? null;
}

function mediaError({ size, mimeType }: StoredObject, { kind, maxBytes }: MediaRule): string | null {
  if (!mimeType?.startsWith(`${kind}/`) || !inlineTypes.has(mimeType))
    return kind === 'image' ? 'Choose an image.' : 'Choose a video.';
  return (size ?? 0) > maxBytes ? fileTooLargeMessage(maxBytes) : null;
}

/**
 * Renders the smaller copies of new images, and rejects files that are not images. Call it before taking locks, because
 * it is slow.
 *
 * @param path what errors put before the name of a field
 */
export async function renderMedia<Field extends string>(
  ctx: Pick<Context, 'dataSource' | 'settings' | 'objectStore'>,
  rules: MediaRules<Field>,
  input: Partial<Record<Field, string | null>>,
  path = '',
): Promise<void> {
  for (const field of Object.keys(rules) as Field[]) {
    const objectPath = pathOf(input[field], ctx.settings.publicUrl);
    const object = isUpload(objectPath)
      ? await ctx.dataSource.manager.findOneBy(StoredObject, { path: objectPath!, state: 'published' })
      : null;
    if (!object || rules[field].kind !== 'image' || mediaError(object, rules[field]) !== null) continue;
    await renderObject(ctx, object).catch((error: Error) => {
      throw fieldError(path + field, error.message);
    });
  }
}
