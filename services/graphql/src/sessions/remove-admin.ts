import { isUUID } from 'class-validator';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { User } from './user.entity';

/** Removes another administrator, with its sessions and invitations. Nobody removes themselves, so the last one stays: also where two remove each other at once. */
export async function removeAdmin({ dataSource, actor }: Context, id: string): Promise<void> {
  if (actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in');
  const { userId } = actor;
  await dataSource.transaction(async (db) => {
    const there = await db.query<{ id: string }[]>('SELECT id FROM users ORDER BY id FOR UPDATE');
    const isThere = (wanted: string) => there.some((user) => user.id === wanted);
    if (!isThere(userId)) throw fail('UNAUTHENTICATED', 'Please sign in');
    if (!isUUID(id) || !isThere(id)) throw fail('NOT_FOUND', 'Admin not found');
    if (id === userId) throw fail('CONFLICT', 'You cannot remove yourself. Another admin can.');
    await db.delete(User, { id });
  });
}
