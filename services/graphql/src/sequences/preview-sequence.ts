import type { MergeValues } from '@dripline/contract/rules/fill-merge-fields';
import { measureText } from '@dripline/contract/rules/measure-text';
import { DateTime } from 'luxon';
import { type Client, ClientStatus } from '../clients/client.entity';
import { dueAfter } from './step-due-at';
import type { EnrolledStep } from '../enrollments/enrollment.entity';
import { reasonToHold } from '../enrollments/enrollment-state';
import { afterQuietHours } from '../messages/quiet-hours';
import { reasonWords } from '../messages/describe-reason';
import { type Rehearsal, type RehearsedStep, TextEncoding } from './sequence-preview.types';
import { renderStep } from '../messages/render-step';
import { SequenceStatus } from './sequence.entity';

/** A sample lead, and when it starts the sequence. */
export interface ImaginedLead {
  arrivesAt: Date;
  beginsAt: Date;
  answers: MergeValues;
}

const withoutHolds = { sequence: { status: SequenceStatus.active, pausedAt: null }, breaker: null };

/** Simulates a sequence by the rules that send it, moving the clock from step to step. */
export function rehearse(
  steps: EnrolledStep[],
  client: Client,
  { arrivesAt, beginsAt, answers }: ImaginedLead,
): Rehearsal {
  const { timeZone } = client;
  const lead = { createdAt: arrivesAt };
  const hold = reasonToHold({ ...withoutHolds, client, lead }, arrivesAt);
  const simulatedSteps: RehearsedStep[] = [];
  let previousAt = beginsAt;
  for (const [position, step] of steps.entries()) {
    const dueAt = dueAfter(previousAt, step.delayMinutes);
    const sendsAt = findSendTime(dueAt, client, lead);
    const text = renderStep(step, { formData: answers.answers, fullName: answers.fullName }, client, position === 0);
    const { encoding, characters, segments, costly } = measureText(text);
    const notes = describeTiming(previousAt, dueAt, sendsAt, client);
    simulatedSteps.push({
      position,
      dueAt,
      sendsAt,
      notes,
      text,
      encoding: TextEncoding[encoding],
      characters,
      segments,
      costlyCharacters: costly.map(({ character }) => character),
    });
    previousAt = sendsAt;
  }
  return {
    timeZone,
    arrivesAt,
    beginsAt,
    heldBy: hold?.until === null ? reasonWords(hold.reason) : null,
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
