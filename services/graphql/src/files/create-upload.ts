import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { type Actor, authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { addressKey, consume } from '../api/rate-limiters';
import { UPLOAD_LIFETIME_MS, type SignedUpload } from './store/object-store';
import {
  hasOpenUploadQuota,
  reserveStorageQuota,
  storageQuotaExceeded,
  tooManyOpenUploads,
} from './reserve-storage-quota';
import { StoredObject } from './stored-object.entity';
import { fileTooLarge } from './validate-upload';
import type { CreateUploadArgs } from './upload.types';

/**
 * Creates a signed URL that accepts one file upload, and reserves the storage quota that the upload can take.
 *
 * @throws LIMIT_REACHED if the quota does not suffice
 */
export async function createUpload(
  ctx: Context,
  { clientId, sendsHeaders, size, mimeType }: CreateUploadArgs,
): Promise<SignedUpload> {
  const maxBytes = size ?? MAX_UPLOAD_BYTES;
  if (maxBytes > MAX_UPLOAD_BYTES) throw fileTooLarge(MAX_UPLOAD_BYTES);
  if (clientId != null) await authorizeDashboard(ctx, clientId);
  else if (ctx.actor.role === 'visitor') throw fail('UNAUTHENTICATED', 'Please sign in.');
  const ownClientId = ctx.actor.role === 'client' ? ctx.actor.clientId : null;
  const owner = clientId ?? ownClientId;
  await consume(ctx.rateLimiters.upload, owner ?? addressKey(ctx));
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
  const uploader = uploaderOf(ctx.actor);
  await ctx.dataSource.transaction(async (db) => {
    if (owner === null && !(await hasOpenUploadQuota(db, uploader))) throw tooManyOpenUploads();
    await db.insert(StoredObject, { id, state: 'pending', clientId: owner, uploader, size: maxBytes, expiresAt });
    if (owner !== null && !(await reserveStorageQuota(db, id, owner, maxBytes))) throw storageQuotaExceeded();
  });
  return ctx.objectStore.createUpload(id, {
    expiresAt,
    size: size ?? null,
    mimeType: mimeType ?? null,
    sendsHeaders: sendsHeaders ?? size != null,
  });
}

/** Returns the stored identity of an uploader. */
export function uploaderOf(actor: Actor): string {
  if (actor.role === 'admin') return `admin:${actor.userId}`;
  return actor.role === 'client' ? `client:${actor.clientId}` : 'link';
}
