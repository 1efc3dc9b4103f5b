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

/** An imagined lead, and when it starts the sequence. */
export interface ImaginedLead {
  arrivesAt: Date;
  beginsAt: Date;
  answers: MergeValues;
}

const isOn = { sequence: { status: SequenceStatus.active, pausedAt: null }, trouble: null };

/** Plays a sequence through by the rules that send it, with the clock put forward from step to step. */
export function rehearse(
  steps: EnrolledStep[],
  client: Client,
  { arrivesAt, beginsAt, answers }: ImaginedLead,
): Rehearsal {
  const { timeZone } = client;
  const lead = { createdAt: arrivesAt };
  const held = reasonToHold({ ...isOn, client, lead }, arrivesAt);
  const rehearsed: RehearsedStep[] = [];
  let before = beginsAt;
  for (const [position, step] of steps.entries()) {
    const dueAt = dueAfter(before, step.delayMinutes);
    const sendsAt = whenItGoes(dueAt, client, lead);
    const text = renderStep(step, { formData: answers.answers, fullName: answers.fullName }, client, position === 0);
    const { encoding, characters, segments, costly } = measureText(text);
    const notes = notesOn(before, dueAt, sendsAt, client);
    rehearsed.push({
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
    before = sendsAt;
  }
  return {
    timeZone,
    arrivesAt,
    beginsAt,
    heldBy: held?.until === null ? reasonWords(held.reason) : null,
    steps: rehearsed,
  };
}

function whenItGoes(dueAt: Date, client: Client, lead: { createdAt: Date }): Date {
  const willing = { ...client, status: ClientStatus.active, smsAutoReplyEnabled: true };
  let at = dueAt;
  for (;;) {
    const hold = reasonToHold({ ...isOn, client: willing, lead }, at);
    if (!hold?.until) return at;
    at = hold.until;
  }
}

function notesOn(before: Date, dueAt: Date, sendsAt: Date, { quietHours, timeZone }: Client): string[] {
  const local = (date: Date) => DateTime.fromJSDate(date, { zone: timeZone });
  const notes: string[] = [];
  if (sendsAt > dueAt) notes.push(`Waits for ${local(sendsAt).toFormat('h:mm a')}, quiet hours`);
  else if (afterQuietHours(dueAt, quietHours, timeZone) > dueAt)
    notes.push('Goes in quiet hours: it is within an hour of the form');
  if (local(before).offset !== local(sendsAt).offset) notes.push('The clocks change before it');
  return notes;
}
