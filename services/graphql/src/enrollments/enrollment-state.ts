import { type EntityManager, In } from 'typeorm';
import type { Language } from '@dripline/contract/rules/languages';
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
  /** Null for a message that a person wrote. */
  sequence: Sequence | null;
  lead: Lead;
  client: Client;
  /** The language of the lead's campaign. */
  language: Language;
  /** Whether the enrollment's number agreed to the client's messages. */
  hasConsent: boolean;
  /** Whether the enrollment's number opted out of the sender's messages. */
  isSuppressed: boolean;
  /** When the lead's number received its recent messages, if its state limits them. */
  recentSends: Date[];
  /** When the lead last replied, for a message that a person wrote. Null for a sequence. */
  repliedAt: Date | null;
  /** Whether an earlier message that a person wrote to the lead is still open, so that this one waits for its turn. */
  isBehindEarlier: boolean;
  /** The client's own sender, or null for the one that clients share. */
  sender: Sender | null;
  breaker: ProviderBreaker | null;
}

/** Loads an enrollment with everything it depends on. Its row is locked until the transaction ends. */
export async function lockEnrollmentContext(
  db: EntityManager,
  enrollmentId: string,
): Promise<EnrollmentContext | null> {
  const [context] = await loadEnrollmentContexts(db, [enrollmentId], true);
  return context ?? null;
}

/** Loads those of the enrollments that exist, with everything they depend on. */
export async function loadEnrollmentContexts(
  db: EntityManager,
  enrollmentIds: string[],
  lock = false,
): Promise<EnrollmentContext[]> {
  if (enrollmentIds.length === 0) return [];
  const query = db
    .createQueryBuilder(Enrollment, 'enrollment')
    .leftJoinAndSelect('enrollment.sequence', 'sequence')
    .innerJoinAndSelect('enrollment.lead', 'lead')
    .innerJoinAndSelect('enrollment.client', 'client')
    .addSelect(
      `EXISTS (SELECT FROM consents WHERE consents.client_id = enrollment.client_id AND consents.phone_e164 = enrollment.to_e164)`,
      'has_consent',
    )
    .addSelect('(SELECT language FROM campaigns WHERE campaigns.id = lead.campaign_id)', 'language')
    .addSelect('suppressed_since(enrollment.client_id, enrollment.to_e164) IS NOT NULL', 'is_suppressed')
    .addSelect(
      'CASE WHEN enrollment.sequence_id IS NULL THEN (SELECT max(replies.created_at) FROM replies WHERE replies.lead_id = enrollment.lead_id) END',
      'replied_at',
    )
    .addSelect(
      `enrollment.sequence_id IS NULL AND EXISTS (
         SELECT FROM enrollments earlier WHERE earlier.lead_id = enrollment.lead_id AND earlier.sequence_id IS NULL
           AND earlier.status IN ('active', 'held') AND (earlier.created_at, earlier.id) < (enrollment.created_at, enrollment.id))`,
      'is_behind_earlier',
    )
    .leftJoinAndMapOne('enrollment.sender', Sender, 'sender', 'sender.clientId = enrollment.clientId')
    .leftJoinAndMapOne('enrollment.breaker', ProviderBreaker, 'breaker', 'breaker.id')
    .where({ id: In(enrollmentIds) })
    // A sequence that is being deleted is hidden.
    .andWhere('(enrollment.sequence_id IS NULL OR sequence.id IS NOT NULL)');
  if (lock) query.setLock('pessimistic_write', undefined, ['enrollment']);
  const { entities, raw } = await query.getRawAndEntities<{
    has_consent: boolean;
    language: Language | null;
    is_suppressed: boolean;
    replied_at: Date | null;
    is_behind_earlier: boolean;
  }>();
  const recentSends = await loadRecentSends(db, entities, lock);
  return entities.map((entity, index) => {
    const enrollment = entity as Enrollment & { sender?: Sender | null; breaker?: ProviderBreaker | null };
    const { id, sequence, lead, client, sender = null, breaker = null } = enrollment;
    // Each enrollment has one row, because it joins at most one row of every table.
    const { has_consent: hasConsent, is_suppressed: isSuppressed } = raw[index]!;
    // A campaign that is being deleted is hidden.
    const language = raw[index]!.language ?? 'en';
    const { replied_at: repliedAt, is_behind_earlier: isBehindEarlier } = raw[index]!;
    return {
      ...{ enrollment, sequence, lead, client, language, hasConsent, isSuppressed, sender, breaker },
      ...{ repliedAt, isBehindEarlier, recentSends: recentSends.get(id) ?? [] },
    };
  });
}

/** Returns the state of an enrollment that waits for its next step. */
export function waitingState({ nextStep, nextDueAt }: Enrollment): EnrollmentState {
  return { decision: SendDecision.wait, position: nextStep, dueAt: nextDueAt };
}

/** Returns whether an enrollment may still send messages. */
export function isOpen({ status }: Enrollment): boolean {
  return status === EnrollmentStatus.active || status === EnrollmentStatus.held;
}
