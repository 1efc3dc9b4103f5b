import { randomUUID } from 'node:crypto';
import { type Actor, openDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { spend } from '../api/rate-limits';
import { UPLOAD_LIFETIME_MS, type UploadTicket } from './store/object-store';
import { hasRoom, noRoom } from './reserve-quota';
import { StoredObject } from './stored-object.entity';

/** Gives out an address for one file of a client, or for a campaign's image where no client is named. */
export async function createUpload(
  ctx: Context,
  clientId: string | null | undefined,
  sendsHeaders: boolean,
): Promise<UploadTicket> {
  if (clientId != null) await openDashboard(ctx, clientId);
  else if (ctx.actor.role === 'visitor') throw fail('UNAUTHENTICATED', 'Please sign in');
  const own = ctx.actor.role === 'client' ? ctx.actor.clientId : null;
  const owner = clientId ?? own;
  await spend(ctx.throttles.upload, owner ?? ctx.address);
  if (owner !== null && !(await hasRoom(ctx.dataSource.manager, owner, 1))) throw noRoom();
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
  await ctx.dataSource.manager.insert(StoredObject, {
    id,
    state: 'awaited',
    clientId: owner,
    askedBy: askerOf(ctx.actor),
    expiresAt,
  });
  return ctx.objectStore.createUpload(id, { expiresAt, sendsHeaders });
}

/** How a stored object remembers who asked for its address. */
export function askerOf(actor: Actor): string {
  if (actor.role === 'admin') return `admin:${actor.userId}`;
  return actor.role === 'client' ? `client:${actor.clientId}` : 'link';
}
