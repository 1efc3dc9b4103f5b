import { randomUUID } from 'node:crypto';
import { type Actor, openDashboard } from '../access';
import type { Context } from '../context';
import { fail } from '../failure';
import { UPLOAD_LIFETIME_MS, type UploadTicket } from './object-store';
import { StoredObject } from './stored-object.entity';

/** Gives out an address for one file of a client, or for a campaign's image where no client is named. */
export async function createUpload(ctx: Context, clientId: string | null | undefined, sendsHeaders: boolean): Promise<UploadTicket> {
  if (clientId != null) await openDashboard(ctx, clientId);
  else if (ctx.actor.role === 'visitor') throw fail('UNAUTHENTICATED', 'Please sign in');
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
  const own = ctx.actor.role === 'client' ? ctx.actor.clientId : null;
  await ctx.dataSource.manager.insert(StoredObject, { id, state: 'awaited', clientId: clientId ?? own, askedBy: askerOf(ctx.actor), expiresAt });
  return ctx.objectStore.createUpload(id, { expiresAt, sendsHeaders });
}

/** How a stored object remembers who asked for its address. */
export function askerOf(actor: Actor): string {
  if (actor.role === 'admin') return `admin:${actor.userId}`;
  return actor.role === 'client' ? `client:${actor.clientId}` : 'link';
}
