import type { EntityManager } from 'typeorm';
import { OutboxEntry, type OutboxKind } from './outbox-entry.entity';

/**
 * Stores calls to Temporal in the outbox, in the caller's transaction. `relay.ts` makes them after the commit, and also
 * after Temporal was down. Callers are, for example, `enrollLead` (`start` starts a follow-up) and `publishLead`.
 */
export async function enqueue(db: EntityManager, kind: OutboxKind, subjectIds: string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.insert(
    OutboxEntry,
    subjectIds.map((subjectId) => ({ kind, subjectId })),
  );
}
