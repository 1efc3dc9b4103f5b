import type { EntityManager } from 'typeorm';
import { type Client, ClientStatus } from '../clients/client.entity';
import { type Lead, LeadStatus } from '../leads/lead.entity';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type FollowUpState, StepDecision } from '../messages/message-worker.types';
import { OptOut } from '../replies/opt-out.entity';
import { ProviderTrouble } from '../provider/provider-breaker.entity';
import { afterQuietHours, CONVERSATION_MS } from '../messages/quiet-hours';
import { type Sequence, SequenceStatus } from '../sequences/sequence.entity';

/** What the rules read to decide about an enrollment. */
export interface FollowUp {
  enrollment: Enrollment;
  sequence: Sequence;
  lead: Lead;
  client: Client;
  hasOptedOut: boolean;
  trouble: ProviderTrouble | null;
}

/** Reads an enrollment with all it depends on; with `lock` nobody else moves it until the transaction ends. */
export async function loadFollowUp(db: EntityManager, enrollmentId: string, lock = false): Promise<FollowUp | null> {
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
    .leftJoinAndMapOne('enrollment.trouble', ProviderTrouble, 'trouble', 'trouble.id')
    .where({ id: enrollmentId });
  if (lock) query.setLock('pessimistic_write', undefined, ['enrollment']);
  const enrollment = (await query.getOne()) as
    (Enrollment & { optOut: OptOut | null; trouble: ProviderTrouble | null }) | null;
  if (!enrollment) return null;
  const { sequence, lead, client, optOut, trouble } = enrollment;
  return { enrollment, sequence, lead, client, hasOptedOut: Boolean(optOut), trouble: trouble ?? null };
}

/** Why nothing more will be sent, or null. */
export function reasonToFinish({ enrollment, lead, hasOptedOut }: FollowUp): string | null {
  if (enrollment.status === EnrollmentStatus.completed || enrollment.status === EnrollmentStatus.cancelled)
    return enrollment.reason ?? 'done';
  if (enrollment.nextStep >= enrollment.steps.length) return 'done';
  if (lead.status === LeadStatus.converted) return 'converted';
  if (hasOptedOut) return 'opted_out';
  return lead.phoneE164 === null ? 'bad_number' : null;
}

/** What may hold a text. */
export interface Circumstances {
  sequence: Pick<Sequence, 'status' | 'pausedAt'>;
  client: Pick<Client, 'status' | 'smsAutoReplyEnabled' | 'quietHours' | 'timeZone'>;
  lead: Pick<Lead, 'createdAt'>;
  trouble: Pick<ProviderTrouble, 'until'> | null;
}

/** Why the next text has to wait, and until when; without a time, until somebody changes something. */
export function reasonToHold(
  { sequence, client, lead, trouble }: Circumstances,
  now: Date,
): { reason: string; until: Date | null } | null {
  if (client.status === ClientStatus.inactive) return { reason: 'client_inactive', until: null };
  if (!client.smsAutoReplyEnabled) return { reason: 'texts_off', until: null };
  if (sequence.status === SequenceStatus.inactive) return { reason: 'sequence_off', until: null };
  if (sequence.pausedAt) return { reason: 'filtered', until: null };
  if (trouble && trouble.until > now) return { reason: 'provider_trouble', until: trouble.until };
  if (now.getTime() - lead.createdAt.getTime() <= CONVERSATION_MS) return null;
  const until = afterQuietHours(now, client.quietHours, client.timeZone);
  return until > now ? { reason: 'quiet_hours', until } : null;
}

/** Waiting for the next step. */
export function waiting({ nextStep, nextDueAt }: Enrollment): FollowUpState {
  return { decision: StepDecision.wait, position: nextStep, dueAt: nextDueAt };
}

/** Where an enrollment stands; one that is gone has finished. */
export async function followUpState(db: EntityManager, enrollmentId: string): Promise<FollowUpState> {
  const followUp = await loadFollowUp(db, enrollmentId);
  const reason = followUp ? reasonToFinish(followUp) : 'deleted';
  if (!followUp || (reason !== null && !isOpen(followUp.enrollment))) return { decision: StepDecision.finish, reason };
  // The claim ends an enrollment whose lead has converted or opted out; it is due at once.
  if (reason !== null) return { ...waiting(followUp.enrollment), dueAt: new Date() };
  return waiting(followUp.enrollment);
}

/** Whether it is still under way. */
export function isOpen({ status }: Enrollment): boolean {
  return status === EnrollmentStatus.active || status === EnrollmentStatus.held;
}
