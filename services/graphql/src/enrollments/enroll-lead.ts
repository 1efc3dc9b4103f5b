import type { EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { isInCountries } from '../leads/extract-contact';
import { type Lead, LeadStatus } from '../leads/lead.entity';
import { enqueue, enqueueRows } from '../outbox/enqueue';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type Sequence, SequenceStatus, type TriggerEvent } from '../sequences/sequence.entity';
import { aggregateSteps, chooseMessages, type StepToChoose } from './choose-messages';

type EnrollableLead = Pick<Lead, 'id' | 'clientId' | 'campaignId' | 'phone' | 'phoneE164'>;

interface EnrollRules extends Pick<PhoneRules, 'messageCountries'> {
  /** Whether unusually many submissions came from one address or for one number range. */
  isFlood?: boolean;
}

interface SequenceToStart extends Pick<Sequence, 'id' | 'status' | 'publishedVersion'> {
  steps: StepToChoose[];
  hasConsent: boolean;
  messagesEnabled: boolean;
  isOptedOut: boolean;
}

/** The steps of the sequence `s` of the client `c`, as SQL. */
const STEPS = `(SELECT ${aggregateSteps('c.ab_testing_enabled', 'position')} FROM steps WHERE sequence_id = s.id)`;

// One round trip, because the client's other submissions wait for the lock that is held here.
const SEQUENCES_OF_CAMPAIGN = `
  SELECT s.id, s.status, s.published_version AS "publishedVersion", c.sms_auto_reply_enabled AS "messagesEnabled", EXISTS (SELECT FROM consents WHERE client_id = c.id AND phone_e164 = $3) AS "hasConsent",
    suppressed_since(c.id, $3) IS NOT NULL AS "isOptedOut",
    ${STEPS} AS steps
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
  const started = await insert(
    db,
    sequences.filter(isAllowed).map((sequence) => ({ lead, sequence })),
  );
  for (const { id } of started) await enqueue(db, 'start', lead.clientId, id);
  // The rest was rejected above, or the same number is already enrolled in the sequence.
  const rest = sequences.filter(({ id }) => !started.some(({ sequenceId }) => sequenceId === id));
  await insert(
    db,
    rest.map((sequence) => ({ lead, sequence, reason: reasonFor(sequence) ?? 'same_number' })),
  );
}

/** The leads that a sequence was started for, and why it was not started for the others. */
interface StartedSequence {
  /** IDs of the enrollments. */
  started: string[];
  /** Reasons by the leads' IDs, as `describeReason` explains them. */
  reasons: ReadonlyMap<string, string>;
}

/**
 * Enrolls leads of a client in one sequence, whatever its trigger, and enqueues the workflow starts. The leads may be
 * older than the sequence, or earlier enrollments may have been cancelled before their first message.
 *
 * @param leads leads of one client, at most as many as a request may name
 */
export async function startSequence(
  db: EntityManager,
  sequenceId: string,
  leads: readonly (EnrollableLead & Pick<Lead, 'status' | 'held'>)[],
  { messageCountries }: EnrollRules,
): Promise<StartedSequence> {
  const ids = leads.map(({ id }) => id);
  const rows = await db.query<(SequenceToStart & { leadId: string; campaignId: string })[]>(
    `SELECT l.id AS "leadId", s.id, s.status, s.published_version AS "publishedVersion", s.campaign_id AS "campaignId", c.sms_auto_reply_enabled AS "messagesEnabled",
       EXISTS (SELECT FROM consents WHERE client_id = c.id AND phone_e164 = l.phone_e164) AS "hasConsent",
       suppressed_since(c.id, l.phone_e164) IS NOT NULL AS "isOptedOut", ${STEPS} AS steps
     FROM sequences s JOIN clients c ON c.id = s.client_id JOIN leads l ON l.client_id = c.id WHERE s.id = $1 AND l.id = ANY ($2)`,
    [sequenceId, ids],
  );
  const sequences = new Map(rows.map((row) => [row.leadId, row]));
  const reasons = new Map<string, string>();
  for (const lead of leads) {
    const sequence = sequences.get(lead.id);
    const reason =
      sequence?.campaignId !== lead.campaignId
        ? 'other_campaign'
        : lead.held
          ? 'held_lead'
          : (findNumberReason(lead, messageCountries) ??
            reasonNotToMessage(sequence) ??
            (lead.status === LeadStatus.converted ? 'converted' : null));
    if (reason) reasons.set(lead.id, reason);
  }
  const allowed = leads.filter(({ id }) => !reasons.has(id));
  const allowedIds = allowed.map(({ id }) => id);
  // Replaced rather than changed, because the workflow of an enrollment's id starts once.
  await db.query(
    `DELETE FROM enrollments e WHERE sequence_id = $1 AND lead_id = ANY ($2) AND status = 'cancelled' AND next_step = 0
       AND NOT EXISTS (SELECT FROM sms_messages WHERE enrollment_id = e.id)`,
    [sequenceId, allowedIds],
  );
  const started = await insert(
    db,
    allowed.map((lead) => ({ lead, sequence: sequences.get(lead.id)! })),
  );
  await db.query(enqueueRows('start', 'SELECT client_id, id FROM enrollments WHERE id = ANY ($1)'), [
    started.map(({ id }) => id),
  ]);
  const enrolled = await db.query<{ id: string }[]>(
    'SELECT lead_id AS id FROM enrollments WHERE sequence_id = $1 AND lead_id = ANY ($2)',
    [sequenceId, allowedIds],
  );
  const wasStarted = new Set(started.map(({ leadId }) => leadId));
  const isEnrolled = new Set(enrolled.map(({ id }) => id));
  for (const id of allowedIds)
    if (!wasStarted.has(id)) reasons.set(id, isEnrolled.has(id) ? 'enrolled_before' : 'same_number');
  return { started: started.map(({ id }) => id), reasons };
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

interface NewEnrollment {
  lead: EnrollableLead;
  sequence: Pick<SequenceToStart, 'id' | 'steps' | 'publishedVersion'>;
  /** Why the lead cannot receive messages. It is enrolled as cancelled. */
  reason?: string;
}

interface InsertedEnrollment {
  id: string;
  sequenceId: string;
  leadId: string;
}

/** Inserts enrollments, except for those of leads and numbers that are enrolled already. */
async function insert(db: EntityManager, enrollments: readonly NewEnrollment[]): Promise<InsertedEnrollment[]> {
  if (enrollments.length === 0) return [];
  const values = enrollments.map(({ lead, sequence, reason }) => ({
    clientId: lead.clientId,
    sequenceId: sequence.id,
    leadId: lead.id,
    toE164: lead.phoneE164,
    sequenceVersion: sequence.publishedVersion,
    steps: chooseMessages(sequence.steps, sequence.publishedVersion, `${lead.id} ${sequence.id}`),
    ...(reason === undefined
      ? { nextDueAt: () => `now() + interval '${Number(sequence.steps[0]?.delayMinutes ?? 0)} minutes'` }
      : { status: EnrollmentStatus.cancelled, reason }),
  }));
  const inserted = await db
    .createQueryBuilder()
    .insert()
    .into(Enrollment)
    .values(values)
    .orIgnore()
    .returning(['id', 'sequenceId', 'leadId'])
    .execute();
  type Row = { id: string; sequence_id: string; lead_id: string };
  return (inserted.raw as Row[]).map((row) => ({ id: row.id, sequenceId: row.sequence_id, leadId: row.lead_id }));
}
