import type { EntityManager } from 'typeorm';
import type { Lead } from '../leads/lead.entity';
import { nextMonth } from '../usage/usage';
import { Enrollment } from './enrollment.entity';
import { isOpen, loadFollowUp, reasonToFinish, reasonToHold } from './enrollment-state';
import { Reply, type ReplyMeaning } from '../replies/reply.entity';
import { reasonWords } from '../messages/describe-reason';
import { SmsStatus } from '../messages/outbound-message.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { type TimelineEntry, TimelineKind } from './timeline.types';

const replied: Record<ReplyMeaning, string> = {
  stop: 'Asked for no more texts; none goes to this number until it texts START',
  start: 'Asked for texts again',
  help: 'Asked who this is',
  review: 'Answered, maybe asking for no more texts: please read it',
  reply: 'Answered',
};

/** Why a lead did or did not get its texts: what happened, oldest first, then what each sequence does next. */
export async function loadTimeline(db: EntityManager, lead: Lead): Promise<TimelineEntry[]> {
  const [enrollments, messages, replies] = await Promise.all([
    db.find(Enrollment, { where: { leadId: lead.id }, relations: { sequence: true }, order: { createdAt: 'ASC' } }),
    db.find(SmsMessage, { where: { leadId: lead.id } }),
    db.find(Reply, { where: { leadId: lead.id } }),
  ]);
  const past = [
    entry(
      TimelineKind.form,
      lead.createdAt,
      lead.held ? 'Sent the form; held, as this month’s leads are used up' : 'Sent the form',
    ),
    ...enrollments
      .filter(({ reason, nextStep }) => !refusedAtOnce(reason, nextStep))
      .map(({ createdAt, sequence }) => entry(TimelineKind.enrolled, createdAt, `Started “${sequence.name}”`)),
    ...messages
      .filter(({ status }) => status === SmsStatus.sent || status === SmsStatus.failed)
      .map((message) => textEntry(message, enrollments)),
    ...replies.map(({ createdAt, meaning, body }) => entry(TimelineKind.reply, createdAt, replied[meaning], body)),
  ];
  const next = await Promise.all(enrollments.map((enrollment) => nextOf(db, enrollment)));
  return [...past.sort((a, b) => a.at.getTime() - b.at.getTime()), ...next];
}

const entry = (
  kind: TimelineKind,
  at: Date,
  words: string,
  body: string | null = null,
  until: Date | null = null,
): TimelineEntry => ({ kind, at, words, body, until });

const refusedAtOnce = (reason: string | null, nextStep: number) =>
  nextStep === 0 &&
  [
    'bad_number',
    'other_country',
    'too_many',
    'no_number',
    'no_consent',
    'texts_off',
    'sequence_off',
    'same_number',
  ].includes(reason ?? '');

function textEntry(
  { step, status, sentAt, createdAt, body, reason, deliveryStatus, enrollmentId }: SmsMessage,
  enrollments: Enrollment[],
): TimelineEntry {
  const of = enrollments.find(({ id }) => id === enrollmentId)?.steps.length ?? step + 1;
  const text = `Text ${step + 1} of ${of}`;
  if (status === SmsStatus.failed)
    return entry(TimelineKind.failed, createdAt, `${text} was not sent: ${reasonWords(reason)}`, body);
  const receipt =
    deliveryStatus === 'delivered'
      ? ' and delivered'
      : ['undelivered', 'failed'].includes(deliveryStatus ?? '')
        ? `, but ${reasonWords(reason)}`
        : '';
  return entry(TimelineKind.sent, sentAt ?? createdAt, `${text} was sent${receipt}`, body);
}

/** What the enrollment would decide now, for the same reasons as when its next text is due. */
async function nextOf(
  db: EntityManager,
  { id, reason, sequence, steps, ...enrollment }: Enrollment,
): Promise<TimelineEntry> {
  const now = new Date();
  const said = (words: string) => `“${sequence.name}”: ${words}`;
  const followUp = await loadFollowUp(db, id);
  const finished = followUp && isOpen(followUp.enrollment) ? reasonToFinish(followUp) : (reason ?? 'done');
  if (!followUp || finished !== null)
    return entry(TimelineKind.ended, now, said(`no more texts, as ${reasonWords(finished)}`));
  const text = `text ${enrollment.nextStep + 1} of ${steps.length}`;
  // Judged at the time when it would go.
  const due = enrollment.nextDueAt && enrollment.nextDueAt > now ? enrollment.nextDueAt : now;
  const hold =
    reasonToHold(followUp, due) ??
    (reason === 'sms_limit' ? { reason, until: await nextMonth(db, enrollment.clientId) } : null);
  if (hold)
    return entry(TimelineKind.held, now, said(`${text} waits, as ${reasonWords(hold.reason)}`), null, hold.until);
  return entry(TimelineKind.waiting, now, said(`${text} is next`), null, enrollment.nextDueAt);
}
