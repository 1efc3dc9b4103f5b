import type { EntityManager } from 'typeorm';
import { OutboxEntry, type OutboxKind } from './outbox-entry.entity';

/**
 * Stores calls to Temporal in the outbox, in the caller's transaction. `relay.ts` makes them after the commit, and also
 * after Temporal was down. `enrollLead`, for example, enqueues the `start` of a follow-up. `storeLead` writes the entry
 * of the lead notification in its own statement.
 */
export async function enqueue(db: EntityManager, kind: OutboxKind, subjectIds: string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.insert(
    OutboxEntry,
    subjectIds.map((subjectId) => ({ kind, subjectId })),
  );
}
