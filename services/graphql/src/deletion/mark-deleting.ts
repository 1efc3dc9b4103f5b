import { withDeleting } from '../access/scope';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { enqueueBulk } from '../outbox/enqueue';
import { Member } from '../sessions/members/member.entity';
import { endAccountSessions } from '../sessions/sessions';

// Each function hides its subject at once, frees its unique names, and enqueues the deletion of what belongs to it.

/** Starts the deletion of a client. Returns whether it exists. */
export async function markClientDeleting({ dataSource, outboxRelay }: Context, id: string): Promise<boolean> {
  const isMarked = await withDeleting(() =>
    dataSource.transaction(async (db) => {
      const [, marked] = await db.query<[unknown[], number]>(
        `UPDATE clients SET deleting = true, handle = 'deleted-' || id, username = NULL, auth_enabled = false WHERE id = $1 AND NOT deleting`,
        [id],
      );
      if (marked === 0) return false;
      for (const table of ['campaigns', 'sequences'])
        await db.query(`UPDATE ${table} SET deleting = true WHERE client_id = $1`, [id]);
      await endAccountSessions(db, { clientId: id });
      // Ends their sessions and frees their usernames.
      await db.delete(Member, { clientId: id });
      await enqueueBulk(db, 'delete_client', id);
      return true;
    }),
  );
  outboxRelay.wake();
  return isMarked;
}

/** Starts the deletion of a campaign. */
export async function markCampaignDeleting(
  { dataSource, outboxRelay }: Context,
  { id, clientId }: { id: string; clientId: string },
): Promise<void> {
  await withDeleting(() =>
    dataSource.transaction(async (db) => {
      const [, marked] = await db.query<[unknown[], number]>(
        `UPDATE campaigns SET deleting = true, slug = 'deleted-' || id WHERE id = $1`,
        [id],
      );
      if (marked === 0) throw fail('NOT_FOUND', 'Campaign not found');
      await db.query('UPDATE sequences SET deleting = true WHERE campaign_id = $1', [id]);
      await db.query('DELETE FROM slug_redirects WHERE campaign_id = $1', [id]);
      await enqueueBulk(db, 'delete_campaign', clientId, id);
    }),
  );
  outboxRelay.wake();
}

/** Starts the deletion of a sequence. */
export async function markSequenceDeleting(
  { dataSource, outboxRelay }: Context,
  { id, clientId }: { id: string; clientId: string },
): Promise<void> {
  await withDeleting(() =>
    dataSource.transaction(async (db) => {
      const [, marked] = await db.query<[unknown[], number]>('UPDATE sequences SET deleting = true WHERE id = $1', [
        id,
      ]);
      if (marked === 0) throw fail('NOT_FOUND', 'Sequence not found');
      await enqueueBulk(db, 'delete_sequence', clientId, id);
    }),
  );
  outboxRelay.wake();
}
