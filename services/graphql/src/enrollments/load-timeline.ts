import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { describeItem, type HistoryItem, loadHistory } from '../leads/history/load-history';
import type { Lead } from '../leads/lead.entity';
import { nextMonthStart } from '../usage/quota';
import { Enrollment } from './enrollment.entity';
import { type EnrollmentContext, isOpen, loadEnrollmentContexts } from './enrollment-state';
import { reasonToFinish, reasonToHold } from '../messages/send-conditions';
import { Reply, type ReplyIntent } from '../replies/reply.entity';
import { describeReason } from '../messages/describe-reason';
import { SmsStatus } from '../messages/outbound-message.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { type TimelineEntry, TimelineKind } from './timeline.types';

const replyDescriptions: Record<ReplyIntent, string> = {
  stop: 'Opted out of text messages. None are sent to this number until it replies START',
  start: 'Opted in to text messages again',
  help: 'Asked for help',
  review: 'Replied, possibly asking to opt out. Please review the reply',
  reply: 'Replied',
};

const itemKinds: Record<HistoryItem['kind'], TimelineKind> = {
  status: TimelineKind.status_changed,
  owner: TimelineKind.owner_changed,
  tags: TimelineKind.tags_changed,
  answers: TimelineKind.answers_changed,
  import: TimelineKind.imported,
  opt_out: TimelineKind.opted_out,
  note: TimelineKind.note,
  consent: TimelineKind.consent,
};

/** Loads the timelines of leads: what happened, oldest first, then what each sequence does next. */
export async function loadTimelines(db: EntityManager, leads: readonly Lead[]): Promise<TimelineEntry[][]> {
  const leadId = In(leads.map(({ id }) => id));
  const [enrollments, messages, replies, history] = await Promise.all([
    db.find(Enrollment, {
      where: { leadId, sequenceId: Not(IsNull()) },
      relations: { sequence: true },
      order: { createdAt: 'ASC' },
    }),
    db.find(SmsMessage, { where: { leadId } }),
    db.find(Reply, { where: { leadId } }),
    loadHistory(
      db,
      leads.map(({ id }) => id),
    ),
  ]);
  const contexts = await loadEnrollmentContexts(
    db,
    enrollments.map(({ id }) => id),
  );
  const contextById = new Map(contexts.map((context) => [context.enrollment.id, context]));
  const limited = enrollments.filter(({ reason }) => reason === 'sms_limit').map(({ clientId }) => clientId);
  const nextMonths = await loadNextMonths(db, [...new Set(limited)]);
  return leads.map((lead) => {
    const ofLead = <Row extends { leadId: string }>(rows: Row[]) => rows.filter((row) => row.leadId === lead.id);
    const enrolled = ofLead(enrollments);
    const past = describePast(lead, enrolled, ofLead(messages), ofLead(replies), ofLead(history));
    const next = enrolled.map((enrollment) =>
      describeNext(enrollment, contextById.get(enrollment.id), nextMonths.get(enrollment.clientId) ?? null),
    );
    return [...past, ...next];
  });
}

/** Returns when the next month begins in the time zones of clients. */
export async function loadNextMonths(db: EntityManager, clientIds: string[]): Promise<Map<string, Date>> {
  return new Map(await Promise.all(clientIds.map(async (id) => [id, await nextMonthStart(db, id)] as const)));
}

function describePast(
  lead: Lead,
  enrollments: Enrollment[],
  messages: SmsMessage[],
  replies: Reply[],
  history: HistoryItem[],
): TimelineEntry[] {
  const imported = history.find(({ kind }) => kind === 'import');
  const past = [
    imported
      ? createEntry(TimelineKind.imported, imported.createdAt, describeItem(imported))
      : createEntry(
          TimelineKind.submitted,
          lead.createdAt,
          lead.held ? 'Submitted the form. Held because the monthly lead limit is reached' : 'Submitted the form',
        ),
    ...enrollments
      .filter(({ reason, nextStep }) => !wasNeverStarted(reason, nextStep))
      .map(({ createdAt, sequence }) => createEntry(TimelineKind.enrolled, createdAt, `Started “${sequence!.name}”`)),
    ...messages
      .filter(({ status }) => status === SmsStatus.sent || status === SmsStatus.failed)
      .map((message) => messageEntry(message, enrollments)),
    ...replies.map(({ createdAt, intent, body }) =>
      createEntry(TimelineKind.reply, createdAt, replyDescriptions[intent], body),
    ),
    ...history
      .filter((item) => item !== imported)
      .map((item) => createEntry(itemKinds[item.kind], item.createdAt, describeItem(item))),
  ];
  return past.sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
}

const createEntry = (
  kind: TimelineKind,
  occurredAt: Date,
  description: string,
  body: string | null = null,
  continuesAt: Date | null = null,
): TimelineEntry => ({ kind, occurredAt, description, body, continuesAt });

const wasNeverStarted = (reason: string | null, nextStep: number) =>
  nextStep === 0 &&
  [
    'bad_number',
    'other_country',
    'flood',
    'no_number',
    'no_consent',
    'messages_off',
    'sequence_off',
    'same_number',
  ].includes(reason ?? '');

function messageEntry(
  { step, status, sentAt, sentBy, createdAt, body, reason, deliveryStatus, enrollmentId }: SmsMessage,
  enrollments: Enrollment[],
): TimelineEntry {
  const totalSteps = enrollments.find(({ id }) => id === enrollmentId)?.steps.length ?? step + 1;
  const label = sentBy === null ? `Message ${step + 1} of ${totalSteps}` : `A message from ${sentBy}`;
  if (status === SmsStatus.failed)
    return createEntry(TimelineKind.failed, createdAt, `${label} was not sent because ${describeReason(reason)}`, body);
  const receipt =
    deliveryStatus === 'delivered'
      ? ' and was delivered'
      : ['undelivered', 'failed'].includes(deliveryStatus ?? '')
        ? ` but not delivered because ${describeReason(reason)}`
        : '';
  return createEntry(TimelineKind.sent, sentAt ?? createdAt, `${label} was sent${receipt}`, body);
}

/** Describes what the enrollment does next, by the same rules that apply when its next message is due. */
function describeNext(
  { reason, sequence, steps, ...enrollment }: Enrollment,
  context: EnrollmentContext | undefined,
  nextMonth: Date | null,
): TimelineEntry {
  const now = new Date();
  const withSequenceName = (description: string) => `“${sequence!.name}”: ${description}`;
  const finishReason = context && isOpen(context.enrollment) ? reasonToFinish(context) : (reason ?? 'done');
  if (!context || finishReason !== null)
    return createEntry(
      TimelineKind.finished,
      now,
      withSequenceName(`no more messages because ${describeReason(finishReason)}`),
    );
  const label = `message ${enrollment.nextStep + 1} of ${steps.length}`;
  const hold = findHold(context, nextMonth, now);
  if (hold)
    return createEntry(
      TimelineKind.held,
      now,
      withSequenceName(`${label} is waiting because ${hold.description ?? describeReason(hold.reason)}`),
      null,
      hold.until,
    );
  return createEntry(TimelineKind.waiting, now, withSequenceName(`${label} is next`), null, enrollment.nextDueAt);
}

/** Returns why the next message of an enrollment waits, and until when, or null. Holds are checked for when it is due. */
export function findHold(
  context: EnrollmentContext,
  nextMonth: Date | null,
  now: Date,
): ReturnType<typeof reasonToHold> {
  const { reason, nextDueAt } = context.enrollment;
  return (
    reasonToHold(context, nextDueAt && nextDueAt > now ? nextDueAt : now) ??
    (reason === 'sms_limit' ? { reason, until: nextMonth } : null) ??
    (reason === 'paced' ? { reason, until: nextDueAt } : null) ??
    // The messages of other clients, which count towards these limits too, are not visible to this client.
    (limitsOfNumber.includes(reason ?? '') ? { reason: reason!, until: null } : null)
  );
}

const limitsOfNumber = ['daily_limit', 'number_limit', 'flood'];
