import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { LeadNotification } from './lead-notification.entity';
import { MAX_ATTEMPTS, RETRY_DELAY_MS } from '../messages/message-attempts';
import { lockLeadNotification, reasonNotToNotify } from './claim-lead-notification';
import {
  type EnrollmentState,
  type SendResultInput,
  type SendClaim,
  SendDecision,
} from '../messages/message-worker.types';
import { isProviderIdTaken } from '../provider/is-provider-id-taken';
import { optOut } from '../replies/suppress';
import { closeBreakerAfter, openBreaker } from '../provider/circuit-breaker';
import { SmsStatus } from '../messages/outbound-message.entity';

/**
 * Records the outcome of sending a lead notification. Idempotent.
 *
 * @returns null if `messageId` is not the id of a lead notification
 */
export async function recordLeadNotification(
  db: EntityManager,
  { messageId, providerId, status, reason }: SendResultInput,
): Promise<EnrollmentState | null> {
  const notification = await lockLeadNotification(db, messageId);
  if (!notification) return null;
  const isOpen =
    notification.status === SmsStatus.queued || (notification.reason === 'unknown' && status === SmsStatus.sent);
  if (!isOpen) return { decision: SendDecision.finish, reason: notification.reason ?? 'done' };
  if (providerId && (await isProviderIdTaken(db, providerId, messageId)))
    throw fail('CONFLICT', 'This provider ID belongs to another message.');
  await db.update(
    LeadNotification,
    { leadId: messageId },
    { status, providerId: providerId ?? null, reason: reason ?? null },
  );
  await closeBreakerAfter(db, { status, reason });
  if (reason === 'opted_out') await optOut(db, notification.toE164, 'twilio_21610');
  return { decision: SendDecision.finish, reason: reason ?? 'done' };
}

/** Claims a second attempt at a lead notification whose first attempt was not found at the provider. */
export async function retryLeadNotification(
  db: EntityManager,
  leadId: string,
  attempts: number,
): Promise<SendClaim | null> {
  const notification = await lockLeadNotification(db, leadId);
  if (!notification) return null;
  if (attempts >= MAX_ATTEMPTS || (await reasonNotToNotify(db, notification)) !== null)
    return recordLeadNotification(db, { messageId: leadId, status: SmsStatus.failed, reason: 'unknown' });
  const attempt = { attempts: attempts + 1, attemptedAt: new Date() };
  const { affected } = await db.update(LeadNotification, { leadId, attempts, status: SmsStatus.queued }, attempt);
  if (!affected) return { decision: SendDecision.wait, dueAt: new Date(Date.now() + RETRY_DELAY_MS) };
  const { toE164: to, body } = notification;
  return {
    decision: SendDecision.send,
    message: { id: leadId, to, body, sender: null, ...attempt, attemptedBefore: false },
  };
}

/** Cancels an attempt at a lead notification that certainly did not reach the provider. */
export async function cancelLeadNotificationAttempt(
  db: EntityManager,
  leadId: string,
  attempts: number,
): Promise<boolean> {
  const { affected } = await db.update(
    LeadNotification,
    { leadId, attempts, status: SmsStatus.queued },
    { attempts: attempts - 1 },
  );
  return affected === 1;
}

/** Reports a provider outage that was found while sending a lead notification. All messages wait. */
export async function reportLeadNotificationOutage(
  db: EntityManager,
  leadId: string,
  reason: string,
): Promise<EnrollmentState | null> {
  if (!(await lockLeadNotification(db, leadId))) return null;
  await openBreaker(db, reason);
  return { decision: SendDecision.hold, reason: 'provider_unavailable' };
}
