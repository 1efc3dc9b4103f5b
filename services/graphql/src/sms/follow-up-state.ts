import type { EntityManager } from 'typeorm';
import { type Client, ClientStatus } from '../clients/client.entity';
import { type Lead, LeadStatus } from '../leads/lead.entity';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type FollowUpState, StepDecision } from './follow-up.types';
import { type Sequence, SequenceStatus } from './sequence.entity';

/** What the rules read to decide about an enrollment. */
export interface FollowUp {
  enrollment: Enrollment;
  sequence: Sequence;
  lead: Lead;
  client: Client;
}

/** Reads an enrollment with all it depends on; with `lock` nobody else moves it until the transaction ends. */
export async function loadFollowUp(db: EntityManager, enrollmentId: string, lock = false): Promise<FollowUp | null> {
  const query = db
    .createQueryBuilder(Enrollment, 'enrollment')
    .innerJoinAndSelect('enrollment.sequence', 'sequence')
    .innerJoinAndSelect('enrollment.lead', 'lead')
    .innerJoinAndSelect('enrollment.client', 'client')
    .where({ id: enrollmentId });
  if (lock) query.setLock('pessimistic_write', undefined, ['enrollment']);
  const enrollment = await query.getOne();
  return enrollment && { enrollment, sequence: enrollment.sequence, lead: enrollment.lead, client: enrollment.client };
}

/** Why nothing more will be sent, or null. */
export function reasonToFinish({ enrollment, lead }: FollowUp): string | null {
  if (enrollment.status === EnrollmentStatus.completed || enrollment.status === EnrollmentStatus.cancelled) return enrollment.reason ?? 'done';
  if (enrollment.nextStep >= enrollment.steps.length) return 'done';
  return lead.status === LeadStatus.converted ? 'converted' : null;
}

/** Why the next text has to wait for somebody, or null. */
export function reasonToHold({ sequence, client }: FollowUp): string | null {
  if (client.status === ClientStatus.inactive) return 'client_inactive';
  if (!client.smsAutoReplyEnabled) return 'texts_off';
  return sequence.status === SequenceStatus.inactive ? 'sequence_off' : null;
}

/** Waiting for the next step. */
export function waiting({ nextStep, nextDueAt }: Enrollment): FollowUpState {
  return { decision: StepDecision.wait, position: nextStep, dueAt: nextDueAt };
}

/** Where an enrollment stands; one that is gone has finished. */
export async function followUpState(db: EntityManager, enrollmentId: string): Promise<FollowUpState> {
  const followUp = await loadFollowUp(db, enrollmentId);
  const reason = followUp ? reasonToFinish(followUp) : 'deleted';
  if (!followUp || (reason !== null && reason !== 'converted')) return { decision: StepDecision.finish, reason };
  // The claim ends a converted lead's enrollment; it is due at once.
  if (reason === 'converted') return { ...waiting(followUp.enrollment), dueAt: new Date() };
  return waiting(followUp.enrollment);
}
