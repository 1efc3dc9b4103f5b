import { Field, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';

export enum TimelineKind {
  submitted = 'submitted',
  imported = 'imported',
  enrolled = 'enrolled',
  sent = 'sent',
  failed = 'failed',
  reply = 'reply',
  status_changed = 'status_changed',
  owner_changed = 'owner_changed',
  tags_changed = 'tags_changed',
  answers_changed = 'answers_changed',
  note = 'note',
  consent = 'consent',
  opted_out = 'opted_out',
  waiting = 'waiting',
  held = 'held',
  finished = 'finished',
}
registerEnum(TimelineKind, 'TimelineKind', 'The kind of a timeline entry.', {
  submitted: 'The lead submitted the form.',
  imported: 'Somebody imported the lead from a file.',
  enrolled: 'The lead was enrolled in a sequence.',
  sent: 'A message was sent.',
  failed: 'A message was not sent.',
  reply: 'The lead replied.',
  status_changed: 'Somebody changed the status.',
  owner_changed: 'Somebody changed the owner.',
  tags_changed: 'Somebody added or removed tags.',
  answers_changed: 'Somebody changed answers, which the entry does not contain.',
  note: 'Somebody wrote a note, which the entry does not contain.',
  consent: 'Somebody recorded consent.',
  opted_out: 'Somebody recorded that the person does not want messages.',
  waiting: 'The next message is scheduled.',
  held: 'The next message is on hold.',
  finished: 'The sequence has ended.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'A past or upcoming event of a lead, described for display.',
})
export class TimelineEntry {
  @Field(() => TimelineKind, { description: 'The kind of entry.' })
  kind!: TimelineKind;

  @Field(() => Date, { description: 'When the event happened. For upcoming events, the current time.' })
  occurredAt!: Date;

  @Field(() => String, { description: 'What happened and why, for display.' })
  description!: string;

  @Field(() => String, { nullable: true, description: 'The body of the message or the reply.' })
  body!: string | null;

  @Field(() => Date, { nullable: true, description: 'When the sequence continues, if known.' })
  continuesAt!: Date | null;
}
