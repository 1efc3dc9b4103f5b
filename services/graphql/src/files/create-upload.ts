import { randomUUID } from 'node:crypto';
import { type Actor, authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { consume } from '../api/rate-limiters';
import { UPLOAD_LIFETIME_MS, type SignedUpload } from './store/object-store';
import { hasStorageQuota, storageQuotaExceeded } from './reserve-storage-quota';
import { StoredObject } from './stored-object.entity';

/**
 * Creates a signed URL that accepts one file upload.
 *
 * @param clientId the client of the file, or null for a campaign's image
 * @param sendsHeaders whether the uploader sends the returned headers
 */
export async function createUpload(
  ctx: Context,
  clientId: string | null | undefined,
  sendsHeaders: boolean,
): Promise<SignedUpload> {
  if (clientId != null) await authorizeDashboard(ctx, clientId);
  else if (ctx.actor.role === 'visitor') throw fail('UNAUTHENTICATED', 'Please sign in.');
  const ownClientId = ctx.actor.role === 'client' ? ctx.actor.clientId : null;
  const owner = clientId ?? ownClientId;
  await consume(ctx.rateLimiters.upload, owner ?? ctx.ipAddress);
  if (owner !== null && !(await hasStorageQuota(ctx.dataSource.manager, owner, 1))) throw storageQuotaExceeded();
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
  await ctx.dataSource.manager.insert(StoredObject, {
    id,
    state: 'pending',
    clientId: owner,
    uploader: uploaderOf(ctx.actor),
    expiresAt,
  });
  return ctx.objectStore.createUpload(id, { expiresAt, sendsHeaders });
}

/** Returns the stored identity of an uploader. */
export function uploaderOf(actor: Actor): string {
  if (actor.role === 'admin') return `admin:${actor.userId}`;
  return actor.role === 'client' ? `client:${actor.clientId}` : 'link';
}
