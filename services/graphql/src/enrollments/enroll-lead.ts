import type { EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { isOf } from '../leads/contact-of';
import type { Lead } from '../leads/lead.entity';
import { leaveWord } from '../outbox/outbox';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type Sequence, SequenceStatus, type Step, type TriggerEvent } from '../sequences/sequence.entity';

type Enrolled = Pick<Lead, 'id' | 'clientId' | 'campaignId' | 'phone' | 'phoneE164'>;

interface EnrollRules extends Pick<PhoneRules, 'textCountries'> {
  /** Too many came at once: somebody may be making them up, for what the texts cost. */
  isFlood?: boolean;
}

interface Triggered extends Pick<Sequence, 'id' | 'status'> {
  steps: Pick<Step, 'delayMinutes' | 'message'>[];
  hasConsent: boolean;
  textsOn: boolean;
  isOptedOut: boolean;
}

// One way to the database: submissions of the client wait for it.
const TRIGGERED = `
  SELECT s.id, s.status, c.sms_auto_reply_enabled AS "textsOn", EXISTS (SELECT FROM consents WHERE lead_id = $3) AS "hasConsent",
    EXISTS (SELECT FROM opt_outs WHERE client_id = c.id AND phone_e164 = $4) AS "isOptedOut",
    (SELECT coalesce(json_agg(json_build_object('delayMinutes', delay_minutes, 'message', message) ORDER BY position), '[]') FROM steps WHERE sequence_id = s.id) AS steps
  FROM sequences s JOIN clients c ON c.id = s.client_id WHERE s.campaign_id = $1 AND s.trigger_event = $2`;

/**
 * Enrolls a lead, once, in every sequence of its campaign that the event triggers, and leaves word for Temporal.
 * One that cannot be texted is enrolled as cancelled, with the reason, so that its timeline says why.
 */
export async function enroll(
  db: EntityManager,
  lead: Enrolled,
  triggerEvent: TriggerEvent,
  { textCountries, isFlood = false }: EnrollRules,
): Promise<void> {
  const sequences = await db.query<Triggered[]>(TRIGGERED, [lead.campaignId, triggerEvent, lead.id, lead.phoneE164]);
  const ofNumber = reasonOfNumber(lead, textCountries) ?? (isFlood ? 'too_many' : null);
  const refused = (sequence: Triggered) => ofNumber ?? reasonNotToText(sequence);
  const isFree = (sequence: Triggered) => refused(sequence) === null;
  const started = await insert(db, lead, sequences.filter(isFree));
  await leaveWord(
    db,
    'start',
    started.map(({ id }) => id),
  );
  // What is left met an enrollment of the same number, but for those refused at once.
  const others = sequences.filter(({ id }) => !started.some(({ sequenceId }) => sequenceId === id));
  await insert(db, lead, others, (sequence) => refused(sequence) ?? 'same_number');
}

function reasonOfNumber({ phone, phoneE164 }: Enrolled, textCountries: string[]): string | null {
  if (phoneE164 === null) return phone ? 'bad_number' : 'no_number';
  return isOf(textCountries, phoneE164) ? null : 'other_country';
}

function reasonNotToText({ status, hasConsent, textsOn, isOptedOut }: Triggered): string | null {
  if (!hasConsent) return 'no_consent';
  if (!textsOn) return 'texts_off';
  if (isOptedOut) return 'opted_out';
  return status === SequenceStatus.inactive ? 'sequence_off' : null;
}

type Inserted = { id: string; sequenceId: string };

async function insert(
  db: EntityManager,
  lead: Enrolled,
  sequences: Triggered[],
  reason?: (sequence: Triggered) => string,
): Promise<Inserted[]> {
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
