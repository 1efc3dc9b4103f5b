import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { type EntityManager, In, IsNull } from 'typeorm';
import type { Settings } from '../context';
import { badField } from '../failure';
import { tooLargeMessage } from '../files/judge-upload';
import { lockObjects } from '../files/lock-objects';
import { inlineTypes } from '../files/media-types';
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
export async function checkMedia(db: EntityManager, { publicUrl }: Settings, before: Partial<Record<MediaField, string | null>>, campaign: Campaign): Promise<void> {
  for (const field of fields) if (campaign[field]?.startsWith(`${publicUrl}/objects/`)) campaign[field] = campaign[field].slice(publicUrl.length);
  const changed = fields.filter((field) => campaign[field]?.startsWith('/objects/') && campaign[field] !== before[field]);
  await lockObjects(db, [...Object.values(before), ...changed.map((field) => campaign[field])]);
  for (const field of changed) {
    const object = await db.findOneBy(StoredObject, { path: campaign[field]!, state: 'stored' });
    const why = object ? unfit(object, places[field]) : 'This file does not exist';
    if (why !== null) throw badField(field, why);
  }
  if (changed.length > 0) await db.update(StoredObject, { path: In(changed.map((field) => campaign[field])), clientId: IsNull() }, { clientId: campaign.clientId });
}

function unfit({ size, mimeType }: StoredObject, { kind, maxBytes }: (typeof places)[MediaField]): string | null {
  if (!mimeType?.startsWith(`${kind}/`) || !inlineTypes.has(mimeType)) return kind === 'image' ? 'Choose an image' : 'Choose a video';
  return (size ?? 0) > maxBytes ? tooLargeMessage(maxBytes) : null;
}
