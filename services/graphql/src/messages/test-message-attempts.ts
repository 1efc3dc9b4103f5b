import type { EntityManager } from 'typeorm';
import type { ClaimedText, SendOutcomeInput } from './message-worker.types';
import { isTaken } from '../provider/is-provider-id-taken';
import { SmsStatus } from './outbound-message.entity';
import { endTroubleAfter } from '../provider/circuit-breaker';
import { TestText } from './test-message.entity';

/** Nobody waits for a test longer than this. */
const STALE_MS = 10 * 60_000;

/** The text that a worker is to hand over, or to look for where it was told before; null where nothing is left to do. */
export async function claimTestText(db: EntityManager, id: string): Promise<ClaimedText | null> {
  const text = await db.findOne(TestText, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!text || text.status !== SmsStatus.queued) return null;
  const attemptedBefore = text.attempts > 0;
  if (!attemptedBefore && text.createdAt.getTime() < Date.now() - STALE_MS) {
    await db.update(TestText, { id }, { status: SmsStatus.failed, reason: 'late' });
    return null;
  }
  const attemptedAt = text.attemptedAt ?? new Date();
  await db.update(TestText, { id }, { attempts: 1, attemptedAt });
  return { id, to: text.toE164, body: text.body, attempts: 1, attemptedAt, attemptedBefore };
}

/** Keeps what became of it, once; false where the provider's id is another's. */
export async function recordTestText(
  db: EntityManager,
  { messageId: id, providerId, status, reason }: SendOutcomeInput,
): Promise<boolean> {
  if (providerId && (await isTaken(db, providerId, id))) return false;
  const { affected } = await db.update(
    TestText,
    { id, status: SmsStatus.queued },
    { status, providerId: providerId ?? null, reason: reason ?? null },
  );
  if (affected) await endTroubleAfter(db, { status, reason });
  return true;
}
