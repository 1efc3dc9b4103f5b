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

/** What `recordSend` is for a text to a lead; null where the id is none of an alert. Saying it twice changes nothing. */
export async function recordAlert(
  db: EntityManager,
  { messageId, providerId, status, reason }: SendOutcomeInput,
): Promise<FollowUpState | null> {
  const alert = await lockAlert(db, messageId);
  if (!alert) return null;
  const isOpen = alert.status === SmsStatus.queued || (alert.reason === 'unknown' && status === SmsStatus.sent);
  if (!isOpen) return { decision: StepDecision.finish, reason: alert.reason ?? 'done' };
  if (providerId && (await isTaken(db, providerId, messageId))) throw fail('CONFLICT', 'That is another text');
  await db.update(Alert, { leadId: messageId }, { status, providerId: providerId ?? null, reason: reason ?? null });
  await endTroubleAfter(db, { status, reason });
  if (reason === 'opted_out') await optOut(db, alert.clientId, alert.toE164);
  return { decision: StepDecision.finish, reason: reason ?? 'done' };
}

/** What `retryText` is for a text to a lead. */
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

/** What `withdrawAttempt` is for a text to a lead. */
export async function withdrawAlert(db: EntityManager, leadId: string, attempts: number): Promise<boolean> {
  const { affected } = await db.update(
    Alert,
    { leadId, attempts, status: SmsStatus.queued },
    { attempts: attempts - 1 },
  );
  return affected === 1;
}

/** What `reportTrouble` is for a text to a lead. */
export async function reportAlertTrouble(
  db: EntityManager,
  leadId: string,
  reason: string,
): Promise<FollowUpState | null> {
  if (!(await lockAlert(db, leadId))) return null;
  return { decision: StepDecision.hold, reason: 'provider_trouble', dueAt: await noteTrouble(db, reason) };
}
