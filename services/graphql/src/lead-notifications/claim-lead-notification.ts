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

/** News of a lead that is older than this is none. */
const LATEST_MS = 24 * 60 * 60_000;

/** Decides, in one transaction, whether an alert goes out now. Quiet hours are for leads: the business hears at any hour. */
export async function claimAlert(
  db: EntityManager,
  leadId: string,
  country: string,
  restoredTo: Date | null = null,
): Promise<StepClaim> {
  const alert = (await lockAlert(db, leadId)) ?? (await makeLate(db, leadId, country));
  if (!alert) return { decision: StepDecision.finish, reason: 'deleted' };
  if (alert.status !== SmsStatus.queued) return { decision: StepDecision.finish, reason: alert.reason ?? 'done' };
  const { toE164: to, body, attempts, attemptedAt } = alert;
  // What may have reached the provider is settled with it, whatever happened since.
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
  const trouble = await db.findOneBy(ProviderTrouble, { id: true });
  const until = trouble && (await waitForTrouble(db, trouble));
  if (until) return { decision: StepDecision.hold, reason: 'provider_trouble', dueAt: until };
  const mayHaveGone = restoredTo !== null && alert.createdAt <= restoredTo;
  const attempt = { attempts: 1, attemptedAt: mayHaveGone ? restoredTo : new Date() };
  await db.update(Alert, { leadId }, attempt);
  return { decision: StepDecision.send, text: { id: leadId, to, body, ...attempt, attemptedBefore: mayHaveGone } };
}

/** The alert, which nobody else moves until the transaction ends. */
export const lockAlert = (db: EntityManager, leadId: string): Promise<Alert | null> =>
  db.findOne(Alert, { where: { leadId }, lock: { mode: 'pessimistic_write' } });

/** That of a lead which came while a server of an earlier version took it. */
async function makeLate(db: EntityManager, leadId: string, country: string): Promise<Alert | null> {
  const lead = await db.findOneBy(Lead, { id: leadId, held: false });
  return lead && (await makeAlert(db, lead, country)) ? lockAlert(db, leadId) : null;
}

/** Why an alert does not go, or null. */
export async function reasonNotToAlert(
  db: EntityManager,
  { clientId, toE164: phoneE164, createdAt }: Alert,
): Promise<string | null> {
  if (await db.existsBy(OptOut, { clientId, phoneE164 })) return 'opted_out';
  if (await db.existsBy(Client, { id: clientId, status: ClientStatus.inactive })) return 'client_inactive';
  return Date.now() - createdAt.getTime() > LATEST_MS ? 'expired' : null;
}
