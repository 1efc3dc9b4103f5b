import { In, type EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { lockUsage } from '../usage/usage';
import { Lead } from './lead.entity';

/** Deletes leads of a client with all that is kept of them; their follow-ups end. Answers how many there were. Call it in a transaction. */
export async function deleteLeads(db: EntityManager, clientId: string, ids: string[]): Promise<number> {
  // First what a form or a restoration takes first: the same person's next one would else wait for us while we wait for it.
  await lockUsage(db, clientId, ['leads']);
  // Locked as a step's claim locks them, before the leads that it needs: neither waits for the other.
  const open = await db.query<{ id: string }[]>(
    `SELECT id FROM enrollments WHERE lead_id = ANY ($1::uuid[]) AND status IN ('active', 'held') ORDER BY id FOR UPDATE`,
    [ids],
  );
  await leaveWord(
    db,
    'signal',
    open.map(({ id }) => id),
  );
  const { affected } = await db.delete(Lead, { id: In(ids) });
  return affected ?? 0;
}
