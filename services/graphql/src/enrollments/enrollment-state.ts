import type { EntityManager } from 'typeorm';
import { type Client, ClientStatus } from '../clients/client.entity';
import { type Lead, LeadStatus } from '../leads/lead.entity';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type EnrollmentState, SendDecision } from '../messages/message-worker.types';
import { OptOut } from '../replies/opt-out.entity';
import { ProviderBreaker } from '../provider/provider-breaker.entity';
import { afterQuietHours, QUIET_HOURS_EXEMPTION_MS } from '../messages/quiet-hours';
import { type Sequence, SequenceStatus } from '../sequences/sequence.entity';

/** An enrollment with everything that decides what its workflow does next. */
export interface EnrollmentContext {
  enrollment: Enrollment;
  sequence: Sequence;
  lead: Lead;
  client: Client;
  hasOptedOut: boolean;
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
  return { enrollment, sequence, lead, client, hasOptedOut: Boolean(optOut), breaker: breaker ?? null };
}

/** Returns why no more messages are sent, or null. */
export function reasonToFinish({ enrollment, lead, hasOptedOut }: EnrollmentContext): string | null {
  if (enrollment.status === EnrollmentStatus.completed || enrollment.status === EnrollmentStatus.cancelled)
    return enrollment.reason ?? 'done';
  if (enrollment.nextStep >= enrollment.steps.length) return 'done';
  if (lead.status === LeadStatus.converted) return 'converted';
  if (hasOptedOut) return 'opted_out';
  return lead.phoneE164 === null ? 'bad_number' : null;
}

/** What can hold a message. */
export interface HoldConditions {
  sequence: Pick<Sequence, 'status' | 'pausedAt'>;
  client: Pick<Client, 'status' | 'smsAutoReplyEnabled' | 'quietHours' | 'timeZone'>;
  lead: Pick<Lead, 'createdAt'>;
  breaker: Pick<ProviderBreaker, 'openUntil'> | null;
}

/** Returns why the next message must wait and until when. Without a time it waits until somebody changes a setting. */
export function reasonToHold(
  { sequence, client, lead, breaker }: HoldConditions,
  now: Date,
): { reason: string; until: Date | null } | null {
  if (client.status === ClientStatus.inactive) return { reason: 'client_inactive', until: null };
  if (!client.smsAutoReplyEnabled) return { reason: 'messages_off', until: null };
  if (sequence.status === SequenceStatus.inactive) return { reason: 'sequence_off', until: null };
  if (sequence.pausedAt) return { reason: 'carrier_filtered', until: null };
  if (breaker && breaker.openUntil > now) return { reason: 'provider_unavailable', until: breaker.openUntil };
  if (now.getTime() - lead.createdAt.getTime() <= QUIET_HOURS_EXEMPTION_MS) return null;
  const until = afterQuietHours(now, client.quietHours, client.timeZone);
  return until > now ? { reason: 'quiet_hours', until } : null;
}

/** Returns the state of an enrollment that waits for its next step. */
export function waitingState({ nextStep, nextDueAt }: Enrollment): EnrollmentState {
  return { decision: SendDecision.wait, position: nextStep, dueAt: nextDueAt };
}

/** Returns what an enrollment's workflow does next. A deleted enrollment has finished. */
export async function enrollmentState(db: EntityManager, enrollmentId: string): Promise<EnrollmentState> {
  const context = await loadEnrollmentContext(db, enrollmentId);
  const reason = context ? reasonToFinish(context) : 'deleted';
  if (!context || (reason !== null && !isOpen(context.enrollment))) return { decision: SendDecision.finish, reason };
  // The claim finishes an enrollment whose lead was converted or opted out. The step is due now so that the claim runs.
  if (reason !== null) return { ...waitingState(context.enrollment), dueAt: new Date() };
  return waitingState(context.enrollment);
}

/** Returns whether an enrollment may still send messages. */
export function isOpen({ status }: Enrollment): boolean {
  return status === EnrollmentStatus.active || status === EnrollmentStatus.held;
}
