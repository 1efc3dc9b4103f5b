import type { EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { fieldError } from '../api/errors';
import { isInCountries } from '../leads/extract-contact';
import { type Lead, LeadStatus } from '../leads/lead.entity';
import { describeReason } from '../messages/describe-reason';
import { enqueue } from '../outbox/enqueue';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type Sequence, SequenceStatus, type Step, type TriggerEvent } from '../sequences/sequence.entity';

type EnrollableLead = Pick<Lead, 'id' | 'clientId' | 'campaignId' | 'phone' | 'phoneE164'>;

interface EnrollRules extends Pick<PhoneRules, 'messageCountries'> {
  /** Whether unusually many submissions came from one address or for one number range. */
  isFlood?: boolean;
}

interface SequenceToStart extends Pick<Sequence, 'id' | 'status'> {
  steps: Pick<Step, 'delayMinutes' | 'message'>[];
  hasConsent: boolean;
  messagesEnabled: boolean;
  isOptedOut: boolean;
}

// One round trip, because the client's other submissions wait for the lock that is held here.
const SEQUENCES_OF_CAMPAIGN = `
  SELECT s.id, s.status, c.sms_auto_reply_enabled AS "messagesEnabled", EXISTS (SELECT FROM consents WHERE client_id = c.id AND phone_e164 = $3) AS "hasConsent",
    suppressed_since(c.id, $3) IS NOT NULL AS "isOptedOut",
    (SELECT coalesce(json_agg(json_build_object('delayMinutes', delay_minutes, 'message', message) ORDER BY position), '[]') FROM steps WHERE sequence_id = s.id) AS steps
  FROM sequences s JOIN clients c ON c.id = s.client_id WHERE s.campaign_id = $1`;

/**
 * Enrolls a lead, once, in every sequence of its campaign that the event triggers, and enqueues the workflow starts.
 * A lead that cannot receive messages is enrolled as cancelled with a reason, which its timeline shows.
 */
export async function enrollLead(
  db: EntityManager,
  lead: EnrollableLead,
  triggerEvent: TriggerEvent,
  { messageCountries, isFlood = false }: EnrollRules,
): Promise<void> {
  const sequences = await db.query<SequenceToStart[]>(`${SEQUENCES_OF_CAMPAIGN} AND s.trigger_event = $2`, [
    lead.campaignId,
    triggerEvent,
    lead.phoneE164,
  ]);
  const numberReason = findNumberReason(lead, messageCountries) ?? (isFlood ? 'flood' : null);
  const reasonFor = (sequence: SequenceToStart) => numberReason ?? reasonNotToMessage(sequence);
  const isAllowed = (sequence: SequenceToStart) => reasonFor(sequence) === null;
  const started = await insert(db, lead, sequences.filter(isAllowed));
  for (const { id } of started) await enqueue(db, 'start', lead.clientId, id);
  // The rest was rejected above, or the same number is already enrolled in the sequence.
  const rest = sequences.filter(({ id }) => !started.some(({ sequenceId }) => sequenceId === id));
  await insert(db, lead, rest, (sequence) => reasonFor(sequence) ?? 'same_number');
}

/**
 * Enrolls a lead in one sequence of its campaign, whatever its trigger, and enqueues the workflow start. The lead may be
 * older than the sequence, or an earlier enrollment may have been cancelled before its first message.
 *
 * @throws BAD_USER_INPUT for `sequenceId` if the lead was enrolled before or cannot receive the sequence's messages
 */
export async function startSequence(
  db: EntityManager,
  lead: EnrollableLead & Pick<Lead, 'status' | 'held'>,
  sequenceId: string,
  { messageCountries }: EnrollRules,
): Promise<Enrollment> {
  const [sequence] = await db.query<SequenceToStart[]>(`${SEQUENCES_OF_CAMPAIGN} AND s.id = $2`, [
    lead.campaignId,
    sequenceId,
    lead.phoneE164,
  ]);
  if (!sequence) throw fieldError('sequenceId', 'Choose a sequence of the lead’s campaign.');
  if (lead.held) throw fieldError('sequenceId', 'This lead is held because the monthly lead limit is reached.');
  const reason =
    findNumberReason(lead, messageCountries) ??
    reasonNotToMessage(sequence) ??
    (lead.status === LeadStatus.converted ? 'converted' : null);
  if (reason) throw fieldError('sequenceId', `Not started because ${describeReason(reason)}.`);
  // Replaced rather than changed, because the workflow of an enrollment's id starts once.
  await db.query(
    `DELETE FROM enrollments e WHERE sequence_id = $1 AND lead_id = $2 AND status = 'cancelled' AND next_step = 0
       AND NOT EXISTS (SELECT FROM sms_messages WHERE enrollment_id = e.id)`,
    [sequenceId, lead.id],
  );
  const [started] = await insert(db, lead, [sequence]);
  if (started) {
    await enqueue(db, 'start', lead.clientId, started.id);
    return db.findOneByOrFail(Enrollment, { id: started.id });
  }
  const isEnrolled = await db.existsBy(Enrollment, { sequenceId, leadId: lead.id });
  throw fieldError(
    'sequenceId',
    isEnrolled
      ? 'This lead was enrolled in this sequence before.'
      : `Not started because ${describeReason('same_number')}.`,
  );
}

function findNumberReason({ phone, phoneE164 }: EnrollableLead, messageCountries: string[]): string | null {
  if (phoneE164 === null) return phone ? 'bad_number' : 'no_number';
  return isInCountries(messageCountries, phoneE164) ? null : 'other_country';
}

function reasonNotToMessage({ status, hasConsent, messagesEnabled, isOptedOut }: SequenceToStart): string | null {
  if (!hasConsent) return 'no_consent';
  if (!messagesEnabled) return 'messages_off';
  if (isOptedOut) return 'opted_out';
  return status === SequenceStatus.inactive ? 'sequence_off' : null;
}

type InsertedEnrollment = { id: string; sequenceId: string };

async function insert(
  db: EntityManager,
  lead: EnrollableLead,
  sequences: SequenceToStart[],
  reason?: (sequence: SequenceToStart) => string,
): Promise<InsertedEnrollment[]> {
  if (sequences.length === 0) return [];
  const values = sequences.map((sequence) => ({
    clientId: lead.clientId,
    sequenceId: sequence.id,
    leadId: lead.id,
    toE164: lead.phoneE164,
    steps: sequence.steps,
    ...(reason
      ? { status: EnrollmentStatus.cancelled, reason: reason(sequence) }
      : { nextDueAt: () => `now() + interval '${Number(sequence.steps[0]?.delayMinutes ?? 0)} minutes'` }),
  }));
  const inserted = await db
    .createQueryBuilder()
    .insert()
    .into(Enrollment)
    .values(values)
    .orIgnore()
    .returning(['id', 'sequenceId'])
    .execute();
  return (inserted.raw as { id: string; sequence_id: string }[]).map(({ id, sequence_id: sequenceId }) => ({
    id,
    sequenceId,
  }));
}
