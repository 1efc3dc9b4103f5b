import type { EntityManager } from 'typeorm';
import { Client, ClientStatus } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { Alert } from './lead-notification.entity';
import { type StepClaim, StepDecision } from '../messages/message-worker.types';
import { makeAlert } from './create-lead-notification';
import { OptOut } from '../replies/opt-out.entity';
import { ProviderTrouble } from '../provider/provider-breaker.entity';
import { waitForTrouble } from '../provider/circuit-breaker';
import { SmsStatus } from '../messages/outbound-message.entity';

/** A lead notification is not sent later than this after the lead arrived. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/**
 * Decides, in one transaction, whether a lead notification is sent now.
 * Quiet hours do not apply, because they protect leads and not the business.
 *
 * @param restoredTo when a restored backup was taken; an older notification may have been sent already
 */
export async function claimAlert(
  db: EntityManager,
  leadId: string,
  country: string,
  restoredTo: Date | null = null,
): Promise<StepClaim> {
  const alert = (await lockAlert(db, leadId)) ?? (await createMissingNotification(db, leadId, country));
  if (!alert) return { decision: StepDecision.finish, reason: 'deleted' };
  if (alert.status !== SmsStatus.queued) return { decision: StepDecision.finish, reason: alert.reason ?? 'done' };
  const { toE164: to, body, attempts, attemptedAt } = alert;
  // An attempt that may have reached the provider is resolved there first, whatever changed since.
  if (attempts > 0)
    return {
      decision: StepDecision.send,
      text: { id: leadId, to, body, attempts, attemptedAt: attemptedAt!, attemptedBefore: true },
    };
  const reason = await reasonNotToAlert(db, alert);
  if (reason !== null) {
    await db.update(Alert, { leadId }, { status: SmsStatus.skipped, reason });
    return { decision: StepDecision.finish, reason };
  }
  const breaker = await db.findOneBy(ProviderTrouble, { id: true });
  const retryAt = breaker && (await waitForTrouble(db, breaker));
  if (retryAt) return { decision: StepDecision.hold, reason: 'provider_trouble', dueAt: retryAt };
  const mayHaveBeenSent = restoredTo !== null && alert.createdAt <= restoredTo;
  const attempt = { attempts: 1, attemptedAt: mayHaveBeenSent ? restoredTo : new Date() };
  await db.update(Alert, { leadId }, attempt);
  return { decision: StepDecision.send, text: { id: leadId, to, body, ...attempt, attemptedBefore: mayHaveBeenSent } };
}

/** Loads a lead notification and locks its row until the transaction ends. */
export const lockAlert = (db: EntityManager, leadId: string): Promise<Alert | null> =>
  db.findOne(Alert, { where: { leadId }, lock: { mode: 'pessimistic_write' } });

/** Creates the notification of a lead that a server of an earlier version stored without one. */
async function createMissingNotification(db: EntityManager, leadId: string, country: string): Promise<Alert | null> {
  const lead = await db.findOneBy(Lead, { id: leadId, held: false });
  return lead && (await makeAlert(db, lead, country)) ? lockAlert(db, leadId) : null;
}

/** Returns why a lead notification must not be sent, or null. */
export async function reasonNotToAlert(
  db: EntityManager,
  { clientId, toE164: phoneE164, createdAt }: Alert,
): Promise<string | null> {
  if (await db.existsBy(OptOut, { clientId, phoneE164 })) return 'opted_out';
  if (await db.existsBy(Client, { id: clientId, status: ClientStatus.inactive })) return 'client_inactive';
  return Date.now() - createdAt.getTime() > MAX_AGE_MS ? 'expired' : null;
}
