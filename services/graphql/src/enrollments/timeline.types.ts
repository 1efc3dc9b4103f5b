import { Field, ObjectType } from 'type-graphql';
import { publishEnum } from '../api/publish-enum';

export enum TimelineKind {
  form = 'form',
  enrolled = 'enrolled',
  sent = 'sent',
  failed = 'failed',
  reply = 'reply',
  waiting = 'waiting',
  held = 'held',
  ended = 'ended',
}
publishEnum(TimelineKind, 'TimelineKind', 'What happened to a lead.', {
  form: 'It sent the form.',
  enrolled: 'It started a sequence.',
  sent: 'A text went.',
  failed: 'A text could not go.',
  reply: 'It answered.',
  waiting: 'The next text has its time.',
  held: 'The next text has to wait.',
  ended: 'No more texts come.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'One thing that happened to a lead or is about to, in words for the people of the business.',
})
export class TimelineEntry {
  @Field(() => TimelineKind, { description: 'What kind of thing.' })
  kind!: TimelineKind;

  @Field(() => Date, { description: 'When it happened; for waiting and held, now.' })
  at!: Date;

  @Field(() => String, { description: 'What happened, and why.' })
  words!: string;

  @Field(() => String, { nullable: true, description: 'The text or the reply itself.' })
  body!: string | null;

  @Field(() => Date, { nullable: true, description: 'When it goes on, where that is known.' })
  until!: Date | null;
}
