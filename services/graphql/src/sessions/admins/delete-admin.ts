import { isUUID } from 'class-validator';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { User } from '../user.entity';

/**
 * Deletes another administrator, with its sessions and invitations. Administrators cannot delete themselves, and the
 * lock serializes deletions, so the last administrator always remains.
 */
export async function deleteAdmin({ dataSource, actor }: Context, id: string): Promise<void> {
  if (actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in.');
  const { userId } = actor;
  await dataSource.transaction(async (db) => {
    const admins = await db.query<{ id: string }[]>('SELECT id FROM users ORDER BY id FOR UPDATE');
    const exists = (adminId: string) => admins.some((user) => user.id === adminId);
    if (!exists(userId)) throw fail('UNAUTHENTICATED', 'Please sign in.');
    if (!isUUID(id) || !exists(id)) throw fail('NOT_FOUND', 'Administrator not found');
    if (id === userId)
      throw fail('CONFLICT', 'You cannot delete your own account. Ask another administrator to delete it.');
    await db.delete(User, { id });
  });
}
