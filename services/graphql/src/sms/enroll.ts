import type { EntityManager } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Consent } from '../leads/consent.entity';
import type { Lead } from '../leads/lead.entity';
import { leaveWord } from '../outbox/outbox';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { OptOut } from './opt-out.entity';
import { Sequence, SequenceStatus, type TriggerEvent } from './sequence.entity';

/**
 * Enrolls a lead, once, in every sequence of its campaign that the event triggers, and leaves word for Temporal.
 * One that cannot be texted is enrolled as cancelled, with the reason, so that its timeline says why.
 */
export async function enroll(db: EntityManager, lead: Lead, triggerEvent: TriggerEvent): Promise<void> {
  const sequences = await db.find(Sequence, {
    where: { campaignId: lead.campaignId, triggerEvent },
    relations: { steps: true },
    order: { steps: { position: 'ASC' } },
  });
  if (sequences.length === 0) return;
  const refusal = await reasonNotToText(db, lead);
  const refused = (sequence: Sequence) => refusal ?? (sequence.status === SequenceStatus.inactive ? 'sequence_off' : null);
  const isFree = (sequence: Sequence) => refused(sequence) === null;
  const started = await insert(db, lead, sequences.filter(isFree));
  await leaveWord(db, 'start', started.map(({ id }) => id));
  // What is left met an enrollment of the same number, but for those refused at once.
  const others = sequences.filter(({ id }) => !started.some(({ sequenceId }) => sequenceId === id));
  await insert(db, lead, others, (sequence) => refused(sequence) ?? 'same_number');
}

async function reasonNotToText(db: EntityManager, lead: Lead): Promise<string | null> {
  if (lead.phoneE164 === null) return lead.phone ? 'bad_number' : 'no_number';
  if (!(await db.existsBy(Consent, { leadId: lead.id }))) return 'no_consent';
  const client = await db.findOneByOrFail(Client, { id: lead.clientId });
  if (!client.smsAutoReplyEnabled) return 'texts_off';
  return (await db.existsBy(OptOut, { clientId: lead.clientId, phoneE164: lead.phoneE164 })) ? 'opted_out' : null;
}

type Inserted = { id: string; sequenceId: string };

async function insert(db: EntityManager, lead: Lead, sequences: Sequence[], reason?: (sequence: Sequence) => string): Promise<Inserted[]> {
  if (sequences.length === 0) return [];
  const values = sequences.map((sequence) => ({
    clientId: lead.clientId,
    sequenceId: sequence.id,
    leadId: lead.id,
    toE164: lead.phoneE164,
    steps: sequence.steps.map(({ delayMinutes, message }) => ({ delayMinutes, message })),
    ...(reason
      ? { status: EnrollmentStatus.cancelled, reason: reason(sequence) }
      : { nextDueAt: () => `now() + interval '${Number(sequence.steps[0]?.delayMinutes ?? 0)} minutes'` }),
  }));
  const inserted = await db.createQueryBuilder().insert().into(Enrollment).values(values).orIgnore().returning(['id', 'sequenceId']).execute();
  return (inserted.raw as { id: string; sequence_id: string }[]).map(({ id, sequence_id: sequenceId }) => ({ id, sequenceId }));
}
