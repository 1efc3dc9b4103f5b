import type { EntityManager } from 'typeorm';
import { OutboxEntry, type OutboxKind } from './outbox-entry.entity';

/** Enqueues one outbox entry per subject, in the caller's transaction. */
export async function enqueue(db: EntityManager, kind: OutboxKind, subjectIds: string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.insert(
    OutboxEntry,
    subjectIds.map((subjectId) => ({ kind, subjectId })),
  );
}
