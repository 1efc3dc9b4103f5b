import type { MergeValues } from '@dripline/contract/rules/fill-merge-fields';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { DateTime } from 'luxon';
import { type Client, ClientStatus } from '../clients/client.entity';
import { stepDueAt } from './step-due-at';
import type { EnrolledStep } from '../enrollments/enrollment.entity';
import { reasonToHold } from '../messages/send-conditions';
import { afterQuietHours } from '../messages/quiet-hours';
import { describeReason } from '../messages/describe-reason';
import { type SequencePreview, type PreviewedStep, MessageEncoding } from './sequence-preview.types';
import { renderStep } from '../messages/render-step';
import { SequenceStatus } from './sequence.entity';

/** A sample lead, and when it starts the sequence. */
export interface SampleLead {
  arrivesAt: Date;
  startsAt: Date;
  answers: MergeValues;
}

const withoutHolds = { sequence: { status: SequenceStatus.active, pausedAt: null }, breaker: null };

/** Simulates a sequence by the rules that send it, moving the clock from step to step. */
export function previewSequence(
  steps: EnrolledStep[],
  client: Client,
  { arrivesAt, startsAt, answers }: SampleLead,
): SequencePreview {
  const { timeZone } = client;
  const lead = { createdAt: arrivesAt };
  const hold = reasonToHold({ ...withoutHolds, client, lead }, arrivesAt);
  const simulatedSteps: PreviewedStep[] = [];
  let previousAt = startsAt;
  for (const [position, step] of steps.entries()) {
    const dueAt = stepDueAt(previousAt, step.delayMinutes);
    const sendsAt = findSendTime(dueAt, client, lead);
    const text = renderStep(step, { formData: answers.answers, fullName: answers.fullName }, client, position === 0);
    const { encoding, characters, segments, nonGsmCharacters } = computeSegments(text);
    const notes = describeTiming(previousAt, dueAt, sendsAt, client);
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
    timeZone,
    arrivesAt,
    startsAt,
    holdReason: hold?.until === null ? describeReason(hold.reason) : null,
    steps: simulatedSteps,
  };
}

function findSendTime(dueAt: Date, client: Client, lead: { createdAt: Date }): Date {
  const enabledClient = { ...client, status: ClientStatus.active, smsAutoReplyEnabled: true };
  let sendsAt = dueAt;
  for (;;) {
    const hold = reasonToHold({ ...withoutHolds, client: enabledClient, lead }, sendsAt);
    if (!hold?.until) return sendsAt;
    sendsAt = hold.until;
  }
}

function describeTiming(previousAt: Date, dueAt: Date, sendsAt: Date, { quietHours, timeZone }: Client): string[] {
  const local = (date: Date) => DateTime.fromJSDate(date, { zone: timeZone });
  const notes: string[] = [];
  if (sendsAt > dueAt) notes.push(`Waits until ${local(sendsAt).toFormat('h:mm a')} because of quiet hours`);
  else if (afterQuietHours(dueAt, quietHours, timeZone) > dueAt)
    notes.push('Sent during quiet hours because the form was submitted less than an hour before');
  if (local(previousAt).offset !== local(sendsAt).offset) notes.push('The clocks change before this message');
  return notes;
}
