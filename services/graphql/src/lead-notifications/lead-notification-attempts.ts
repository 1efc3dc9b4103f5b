import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { Alert } from './lead-notification.entity';
import { MOST_ATTEMPTS, STEP_BACK_MS } from '../messages/message-attempts';
import { lockAlert, reasonNotToAlert } from './claim-lead-notification';
import {
  type FollowUpState,
  type SendOutcomeInput,
  type StepClaim,
  StepDecision,
} from '../messages/message-worker.types';
import { isTaken } from '../provider/is-provider-id-taken';
import { optOut } from '../replies/opt-outs';
import { endTroubleAfter, noteTrouble } from '../provider/circuit-breaker';
import { SmsStatus } from '../messages/outbound-message.entity';

/**
 * Records the outcome of sending a lead notification. Idempotent.
 *
 * @returns null if `messageId` is not the id of a lead notification
 */
export async function recordAlert(
  db: EntityManager,
  { messageId, providerId, status, reason }: SendOutcomeInput,
): Promise<FollowUpState | null> {
  const alert = await lockAlert(db, messageId);
  if (!alert) return null;
  const isOpen = alert.status === SmsStatus.queued || (alert.reason === 'unknown' && status === SmsStatus.sent);
  if (!isOpen) return { decision: StepDecision.finish, reason: alert.reason ?? 'done' };
  if (providerId && (await isTaken(db, providerId, messageId)))
    throw fail('CONFLICT', 'This provider id belongs to another message.');
  await db.update(Alert, { leadId: messageId }, { status, providerId: providerId ?? null, reason: reason ?? null });
  await endTroubleAfter(db, { status, reason });
  if (reason === 'opted_out') await optOut(db, alert.clientId, alert.toE164);
  return { decision: StepDecision.finish, reason: reason ?? 'done' };
}

/** Claims a second attempt at a lead notification whose first attempt was not found at the provider. */
export async function retryAlert(db: EntityManager, leadId: string, attempts: number): Promise<StepClaim | null> {
  const alert = await lockAlert(db, leadId);
  if (!alert) return null;
  if (attempts >= MOST_ATTEMPTS || (await reasonNotToAlert(db, alert)) !== null)
    return recordAlert(db, { messageId: leadId, status: SmsStatus.failed, reason: 'unknown' });
  const attempt = { attempts: attempts + 1, attemptedAt: new Date() };
  const { affected } = await db.update(Alert, { leadId, attempts, status: SmsStatus.queued }, attempt);
  if (!affected) return { decision: StepDecision.wait, dueAt: new Date(Date.now() + STEP_BACK_MS) };
  const { toE164: to, body } = alert;
  return { decision: StepDecision.send, text: { id: leadId, to, body, ...attempt, attemptedBefore: false } };
}

/** Cancels an attempt at a lead notification that certainly did not reach the provider. */
export async function withdrawAlert(db: EntityManager, leadId: string, attempts: number): Promise<boolean> {
  const { affected } = await db.update(
    Alert,
    { leadId, attempts, status: SmsStatus.queued },
    { attempts: attempts - 1 },
  );
  return affected === 1;
}

/** Reports a provider outage that was found while sending a lead notification. All messages wait. */
export async function reportAlertTrouble(
  db: EntityManager,
  leadId: string,
  reason: string,
): Promise<FollowUpState | null> {
  if (!(await lockAlert(db, leadId))) return null;
  return { decision: StepDecision.hold, reason: 'provider_trouble', dueAt: await noteTrouble(db, reason) };
}
