import type { SampleAnswers } from '@dripline/contract/rules/sample-lead';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { DateTime } from 'luxon';
import { type Client, ClientStatus } from '../clients/client.entity';
import { stepDueAt } from './step-due-at';
import type { EnrolledStep } from '../enrollments/enrollment.entity';
import { reasonToHold } from '../messages/send-conditions';
import { nextAllowedTime } from '../messages/quiet-hours/next-allowed-time';
import { recipientArea } from '../messages/quiet-hours/recipient-area';
import type { TimedHoldConditions } from '../messages/quiet-hours/timed-hold';
import { describeReason } from '../messages/describe-reason';
import { type SequencePreview, type PreviewedStep, MessageEncoding } from './sequence-preview.types';
import { renderStep } from '../messages/render-step';
import { SequenceStatus } from './sequence.entity';

/** A sample lead, and when it starts the sequence. */
export interface SampleLead {
  arrivesAt: Date;
  startsAt: Date;
  /** The lead's number in E.164. Its state and time zones decide when messages are sent. */
  phoneE164: string | null;
  answers: SampleAnswers;
}

const withoutHolds = { sequence: { status: SequenceStatus.active, pausedAt: null }, sender: null, breaker: null };

/** Simulates a sequence by the rules that send it, moving the clock from step to step. */
export function previewSequence(
  steps: EnrolledStep[],
  client: Client,
  { arrivesAt, startsAt, phoneE164, answers }: SampleLead,
): SequencePreview {
  const lead = { createdAt: arrivesAt, phoneE164, formData: answers.answers };
  const area = recipientArea(lead, client);
  const hold = reasonToHold({ ...withoutHolds, client, lead, recentSends: [] }, arrivesAt);
  const simulatedSteps: PreviewedStep[] = [];
  let previousAt = startsAt;
  for (const [position, step] of steps.entries()) {
    const dueAt = stepDueAt(previousAt, step.delayMinutes);
    const recentSends = simulatedSteps.map(({ sendsAt }) => sendsAt);
    const { sendsAt, notes } = findSendTime(dueAt, { client, lead, recentSends });
    if (localTime(previousAt, client).offset !== localTime(sendsAt, client).offset)
      notes.push('The clocks change before this message');
    const text = renderStep(
      step,
      { formData: answers.answers, fullName: answers.fullName },
      client,
      position === 0 ? answers.language : null,
    );
    const { encoding, characters, segments, nonGsmCharacters } = computeSegments(text);
    simulatedSteps.push({
      position,
      dueAt,
      sendsAt,
      notes,
      body: text,
      encoding: MessageEncoding[encoding],
      characters,
      segments,
      nonGsmCharacters: nonGsmCharacters.map(({ character }) => character),
    });
    previousAt = sendsAt;
  }
  return {
    timeZone: client.timeZone,
    recipientArea: area.name,
    arrivesAt,
    startsAt,
    holdReason: hold?.until === null ? (hold.description ?? describeReason(hold.reason)) : null,
    steps: simulatedSteps,
  };
}

/** Returns when a message is sent that is due at `dueAt`, and notes on which rules decide it. */
function findSendTime(
  dueAt: Date,
  { client, lead, recentSends }: TimedHoldConditions & { client: Client },
): { sendsAt: Date; notes: string[] } {
  const enabledClient = { ...client, status: ClientStatus.active, smsAutoReplyEnabled: true };
  const area = recipientArea(lead, client);
  const notes: string[] = [];
  let sendsAt = dueAt;
  for (;;) {
    const hold = reasonToHold({ ...withoutHolds, client: enabledClient, lead, recentSends }, sendsAt);
    if (hold && !hold.until) notes.push(`Is never sent because ${hold.description}`);
    if (!hold?.until) break;
    sendsAt = hold.until;
    notes.push(`Waits until ${formatUntil(sendsAt, client, area.zones)} because ${hold.description}`);
  }
  if (sendsAt === dueAt && nextAllowedTime(dueAt, { quietHours: client.quietHours, area }).rule && notes.length === 0)
    notes.push('Sent during quiet hours because the form was submitted less than an hour before');
  return { sendsAt, notes };
}

const localTime = (date: Date, { timeZone }: Pick<Client, 'timeZone'>) => DateTime.fromJSDate(date, { zone: timeZone });

/** Formats a time of day where the recipient is, with its time zone if that is not the client's. */
function formatUntil(date: Date, client: Client, zones: readonly string[]): string {
  const local = localTime(date, { timeZone: zones[0]! });
  const isClientTime = zones.length === 1 && local.offset === localTime(date, client).offset;
  return local.toFormat(isClientTime ? 'ccc h:mm a' : 'ccc h:mm a ZZZZ');
}
