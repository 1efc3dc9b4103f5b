import type { EntityManager } from 'typeorm';
import type { ClaimedMessage, SendResultInput } from './message-worker.types';
import { isProviderIdTaken } from '../provider/is-provider-id-taken';
import { SmsStatus } from './outbound-message.entity';
import { closeBreakerAfter } from '../provider/circuit-breaker';
import { nameOf, Sender } from '../senders/sender.entity';
import { TestMessage } from './test-message.entity';

/** A test message older than this is not sent any more. */
const STALE_MS = 10 * 60_000;

/** Claims a test message for sending. Returns null if it has a final outcome. */
export async function claimTestMessage(db: EntityManager, id: string): Promise<ClaimedMessage | null> {
  const message = await db.findOne(TestMessage, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!message || message.status !== SmsStatus.queued) return null;
  const attemptedBefore = message.attempts > 0;
  if (!attemptedBefore && message.createdAt.getTime() < Date.now() - STALE_MS) {
    await db.update(TestMessage, { id }, { status: SmsStatus.failed, reason: 'not_claimed' });
    return null;
  }
  const attemptedAt = message.attemptedAt ?? new Date();
  const sender = attemptedBefore ? message.sender : nameOf(await db.findOneBy(Sender, { clientId: message.clientId }));
  await db.update(TestMessage, { id }, { attempts: 1, attemptedAt, sender });
  return { id, to: message.toE164, body: message.body, sender, attempts: 1, attemptedAt, attemptedBefore };
}

/** Records the outcome of a test message, once. Returns false if the provider's id belongs to another message. */
export async function recordTestMessage(
  db: EntityManager,
  { messageId: id, providerId, status, reason }: SendResultInput,
): Promise<boolean> {
  if (providerId && (await isProviderIdTaken(db, providerId, id))) return false;
  const { affected } = await db.update(
    TestMessage,
    { id, status: SmsStatus.queued },
    { status, providerId: providerId ?? null, reason: reason ?? null },
  );
  if (affected) await closeBreakerAfter(db, { status, reason });
  return true;
}
