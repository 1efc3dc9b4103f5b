import type { EntityManager } from 'typeorm';
import type { ClaimedText, SendOutcomeInput } from './message-worker.types';
import { isTaken } from '../provider/is-provider-id-taken';
import { SmsStatus } from './outbound-message.entity';
import { endTroubleAfter } from '../provider/circuit-breaker';
import { TestText } from './test-message.entity';

/** A test message older than this is not sent any more. */
const STALE_MS = 10 * 60_000;

/** Claims a test message for sending. Returns null if it has a final outcome. */
export async function claimTestText(db: EntityManager, id: string): Promise<ClaimedText | null> {
  const message = await db.findOne(TestText, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!message || message.status !== SmsStatus.queued) return null;
  const attemptedBefore = message.attempts > 0;
  if (!attemptedBefore && message.createdAt.getTime() < Date.now() - STALE_MS) {
    await db.update(TestText, { id }, { status: SmsStatus.failed, reason: 'late' });
    return null;
  }
  const attemptedAt = message.attemptedAt ?? new Date();
  await db.update(TestText, { id }, { attempts: 1, attemptedAt });
  return { id, to: message.toE164, body: message.body, attempts: 1, attemptedAt, attemptedBefore };
}

/** Records the outcome of a test message, once. Returns false if the provider's id belongs to another message. */
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
