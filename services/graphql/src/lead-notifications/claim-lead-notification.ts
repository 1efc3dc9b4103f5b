import type { EntityManager } from 'typeorm';
import { Client, ClientStatus } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { LeadNotification } from './lead-notification.entity';
import { type SendClaim, SendDecision } from '../messages/message-worker.types';
import { createLeadNotification } from './create-lead-notification';
import { ALL_CLIENTS } from '../outbox/outbox-entry.entity';
import { isSuppressed } from '../replies/suppress';
import { tryProbe } from '../provider/circuit-breaker';
import { SmsStatus } from '../messages/outbound-message.entity';

/** A lead notification is not sent later than this after the lead arrived. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/**
 * Decides, in one transaction, whether a lead notification is sent now.
 * Quiet hours do not apply, because they protect leads and not the business.
 *
 * @param databaseRestoredAt when the database was restored; a notification from before then may have been sent
 */
export async function claimLeadNotification(
  db: EntityManager,
  leadId: string,
  country: string,
  databaseRestoredAt: Date | null = null,
): Promise<SendClaim> {
  const notification =
    (await lockLeadNotification(db, leadId)) ?? (await createMissingNotification(db, leadId, country));
  if (!notification) return { decision: SendDecision.finish, reason: 'deleted' };
  if (notification.status !== SmsStatus.queued)
    return { decision: SendDecision.finish, reason: notification.reason ?? 'done' };
  const { toE164: to, body, attempts, attemptedAt } = notification;
  // An attempt that may have reached the provider is resolved there first, whatever changed since.
  if (attempts > 0)
    return {
      decision: SendDecision.send,
      message: { id: leadId, to, body, sender: null, attempts, attemptedAt: attemptedAt!, attemptedBefore: true },
    };
  const reason = await reasonNotToNotify(db, notification);
  if (reason !== null) {
    await db.update(LeadNotification, { leadId }, { status: SmsStatus.skipped, reason });
    return { decision: SendDecision.finish, reason };
  }
  const passage = await tryProbe(db);
  if (passage === 'open') return { decision: SendDecision.hold, reason: 'provider_unavailable' };
  const mayHaveBeenSent = databaseRestoredAt !== null && notification.createdAt <= databaseRestoredAt;
  const attempt = { attempts: 1, attemptedAt: mayHaveBeenSent ? notification.createdAt : new Date() };
  await db.update(LeadNotification, { leadId }, attempt);
  return {
    decision: SendDecision.send,
    isProbe: passage === 'probe',
    message: { id: leadId, to, body, sender: null, ...attempt, attemptedBefore: mayHaveBeenSent },
  };
}

/** Loads a lead notification and locks its row until the transaction ends. */
export const lockLeadNotification = (db: EntityManager, leadId: string): Promise<LeadNotification | null> =>
  db.findOne(LeadNotification, { where: { leadId }, lock: { mode: 'pessimistic_write' } });

/** Creates the notification of a lead that a server of an earlier version stored without one. */
async function createMissingNotification(
  db: EntityManager,
  leadId: string,
  country: string,
): Promise<LeadNotification | null> {
  const lead = await db.findOneBy(Lead, { id: leadId, held: false });
  return lead && (await createLeadNotification(db, lead, country)) ? lockLeadNotification(db, leadId) : null;
}

/** Returns why a lead notification must not be sent, or null. */
export async function reasonNotToNotify(
  db: EntityManager,
  { clientId, toE164: phoneE164, createdAt }: LeadNotification,
): Promise<string | null> {
  // The shared sender sends them, also for a client with its own.
  if (await isSuppressed(db, ALL_CLIENTS, phoneE164)) return 'opted_out';
  const client = await db.findOne(Client, {
    select: { id: true, status: true, leadNotificationsEnabled: true },
    where: { id: clientId },
  });
  if (client?.status === ClientStatus.inactive) return 'client_inactive';
  if (client?.leadNotificationsEnabled === false) return 'switched_off';
  return Date.now() - createdAt.getTime() > MAX_AGE_MS ? 'expired' : null;
}
