import type { EntityManager } from 'typeorm';
import type { Client } from '../clients/client.entity';
import type { Lead } from '../leads/lead.entity';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type EnrollmentState, SendDecision } from '../messages/message-worker.types';
import { loadRecentSends } from '../messages/quiet-hours/timed-hold';
import { OptOut } from '../replies/opt-out.entity';
import { ProviderBreaker } from '../provider/provider-breaker.entity';
import type { Sequence } from '../sequences/sequence.entity';

/** An enrollment with everything that decides what its workflow does next. */
export interface EnrollmentContext {
  enrollment: Enrollment;
  sequence: Sequence;
  lead: Lead;
  client: Client;
  hasOptedOut: boolean;
  /** When the lead's number received its recent messages, if its state limits them. */
  recentSends: Date[];
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
    .leftJoinAndMapOne(
      'enrollment.optOut',
      OptOut,
      'optOut',
      'optOut.client_id = enrollment.client_id AND optOut.phone_e164 = lead.phone_e164',
    )
    .leftJoinAndMapOne('enrollment.breaker', ProviderBreaker, 'breaker', 'breaker.id')
    .where({ id: enrollmentId });
  if (lock) query.setLock('pessimistic_write', undefined, ['enrollment']);
  const enrollment = (await query.getOne()) as
    (Enrollment & { optOut: OptOut | null; breaker: ProviderBreaker | null }) | null;
  if (!enrollment) return null;
  const { sequence, lead, client, optOut, breaker } = enrollment;
  const recentSends = await loadRecentSends(db, enrollment, lock);
  return { enrollment, sequence, lead, client, hasOptedOut: Boolean(optOut), recentSends, breaker: breaker ?? null };
}

/** Returns the state of an enrollment that waits for its next step. */
export function waitingState({ nextStep, nextDueAt }: Enrollment): EnrollmentState {
  return { decision: SendDecision.wait, position: nextStep, dueAt: nextDueAt };
}

/** Returns whether an enrollment may still send messages. */
export function isOpen({ status }: Enrollment): boolean {
  return status === EnrollmentStatus.active || status === EnrollmentStatus.held;
}
