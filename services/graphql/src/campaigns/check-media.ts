import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { type EntityManager, In, IsNull } from 'typeorm';
import type { Context, Settings } from '../api/context';
import { badField } from '../api/errors';
import { tooLargeMessage } from '../files/validate-upload';
import { lockObjects } from '../files/lock-objects';
import { inlineTypes } from '../files/media-types';
import { renderObject } from '../files/images/render-object';
import { StoredObject } from '../files/stored-object.entity';
import type { Campaign } from './campaign.entity';

type MediaField = 'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl';

/** What each place of a landing page takes of the files stored here. */
const places: Record<MediaField, { kind: 'image' | 'video'; maxBytes: number }> = {
  logoImageUrl: { kind: 'image', maxBytes: LOGO_MAX_BYTES },
  backgroundImageUrl: { kind: 'image', maxBytes: BACKGROUND_MAX_BYTES },
  formImageUrl: { kind: 'image', maxBytes: MAX_UPLOAD_BYTES },
  formVideoUrl: { kind: 'video', maxBytes: MAX_UPLOAD_BYTES },
};

const fields = Object.keys(places) as MediaField[];

/** The addresses of a campaign's media. */
export function mediaOf(campaign: Campaign): Record<MediaField, string | null> {
  const { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl } = campaign;
  return { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl };
}

/**
 * Refuses stored files that are gone, too large for their place or of another kind; what did not change is not checked again. They are kept by their path,
 * whether or not their address names our origin, and belong to the campaign's client from now on.
 */
export async function checkMedia(
  db: EntityManager,
  { publicUrl }: Settings,
  before: Partial<Record<MediaField, string | null>>,
  campaign: Campaign,
): Promise<void> {
  for (const field of fields) campaign[field] = pathOf(campaign[field], publicUrl);
  const changed = fields.filter(
    (field) => campaign[field]?.startsWith('/objects/') && campaign[field] !== before[field],
  );
  await lockObjects(db, [...Object.values(before), ...changed.map((field) => campaign[field])]);
  for (const field of changed) {
    const object = await db.findOneBy(StoredObject, { path: campaign[field]!, state: 'stored' });
    const why = object ? unfit(object, places[field]) : 'This file does not exist';
    if (why !== null) throw badField(field, why);
  }
  if (changed.length > 0)
    await db.update(
      StoredObject,
      { path: In(changed.map((field) => campaign[field])), clientId: IsNull() },
      { clientId: campaign.clientId },
    );
}

/** A stored file's path where an address names it with our origin; every other address as it is. */
function pathOf(url: string | null | undefined, publicUrl: string): string | null {
  return (url?.startsWith(`${publicUrl}/objects/`) ? url.slice(publicUrl.length) : url) ?? null;
}

function unfit({ size, mimeType }: StoredObject, { kind, maxBytes }: (typeof places)[MediaField]): string | null {
  if (!mimeType?.startsWith(`${kind}/`) || !inlineTypes.has(mimeType))
    return kind === 'image' ? 'Choose an image' : 'Choose a video';
  return (size ?? 0) > maxBytes ? tooLargeMessage(maxBytes) : null;
}

/** Makes the smaller copies of images that a campaign is about to show, and refuses what is no image. Before any lock is held: it takes a moment. */
export async function renderMedia(ctx: Context, input: Partial<Record<MediaField, string | null>>): Promise<void> {
  const { publicUrl } = ctx.settings;
  for (const field of fields) {
    const path = pathOf(input[field], publicUrl);
    const object = path?.startsWith('/objects/')
      ? await ctx.dataSource.manager.findOneBy(StoredObject, { path, state: 'stored' })
      : null;
    if (!object || places[field].kind !== 'image' || unfit(object, places[field]) !== null) continue;
    await renderObject(ctx, object).catch((error: Error) => {
      throw badField(field, error.message);
    });
  }
}
