import type { EntityManager } from 'typeorm';
import type { Client } from '../clients/client.entity';
import type { Lead } from '../leads/lead.entity';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type EnrollmentState, SendDecision } from '../messages/message-worker.types';
import { loadRecentSends } from '../messages/quiet-hours/timed-hold';
import { ProviderBreaker } from '../provider/provider-breaker.entity';
import { Sender } from '../senders/sender.entity';
import type { Sequence } from '../sequences/sequence.entity';

/** An enrollment with everything that decides what its workflow does next. */
export interface EnrollmentContext {
  enrollment: Enrollment;
  sequence: Sequence;
  lead: Lead;
  client: Client;
  /** Whether the enrollment's number agreed to the client's messages. */
  hasConsent: boolean;
  /** Whether the enrollment's number opted out of the sender's messages. */
  isSuppressed: boolean;
  /** When the lead's number received its recent messages, if its state limits them. */
  recentSends: Date[];
  /** The client's own sender, or null for the one that clients share. */
  sender: Sender | null;
  breaker: ProviderBreaker | null;
}

/** Loads an enrollment with everything it depends on. With `lock`, its row is locked until the transaction ends. */
export async function loadEnrollmentContext(
  db: EntityManager,
  enrollmentId: string,
  lock = false,
): Promise<EnrollmentContext | null> {
  const query = db
    .createQueryBuilder(Enrollment, 'enrollment')
    .innerJoinAndSelect('enrollment.sequence', 'sequence')
    .innerJoinAndSelect('enrollment.lead', 'lead')
    .innerJoinAndSelect('enrollment.client', 'client')
    .addSelect(
      `EXISTS (SELECT FROM consents WHERE consents.client_id = enrollment.client_id AND consents.phone_e164 = enrollment.to_e164)`,
      'has_consent',
    )
    .addSelect('suppressed_since(enrollment.client_id, enrollment.to_e164) IS NOT NULL', 'is_suppressed')
    .leftJoinAndMapOne('enrollment.sender', Sender, 'sender', 'sender.clientId = enrollment.clientId')
    .leftJoinAndMapOne('enrollment.breaker', ProviderBreaker, 'breaker', 'breaker.id')
    .where({ id: enrollmentId });
  if (lock) query.setLock('pessimistic_write', undefined, ['enrollment']);
  const { entities, raw } = await query.getRawAndEntities<{ has_consent: boolean; is_suppressed: boolean }>();
  const enrollment = entities[0] as
    (Enrollment & { sender: Sender | null; breaker: ProviderBreaker | null }) | undefined;
  if (!enrollment) return null;
  const { sequence, lead, client, sender, breaker } = enrollment;
  const { has_consent: hasConsent, is_suppressed: isSuppressed } = raw[0]!;
  const recentSends = await loadRecentSends(db, enrollment, lock);
  return {
    ...{ enrollment, sequence, lead, client, hasConsent, isSuppressed, recentSends },
    ...{ sender: sender ?? null, breaker: breaker ?? null },
  };
}

/** Returns the state of an enrollment that waits for its next step. */
export function waitingState({ nextStep, nextDueAt }: Enrollment): EnrollmentState {
  return { decision: SendDecision.wait, position: nextStep, dueAt: nextDueAt };
}

/** Returns whether an enrollment may still send messages. */
export function isOpen({ status }: Enrollment): boolean {
  return status === EnrollmentStatus.active || status === EnrollmentStatus.held;
}
