import { Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** No text from nine in the evening to eight in the morning (47 CFR 64.1200(c)(1)). */
export const DEFAULT_QUIET_HOURS = { enabled: true, start: '21:00', end: '08:00' };

@ObjectType({ simpleResolvers: true, description: 'When no text goes. A text that falls there waits for the end.' })
@InputType('QuietHoursInput', { description: 'When no text goes, in the client’s time zone.' })
export class QuietHours {
  @Field(() => Boolean, { description: 'Whether they hold.' })
  enabled!: boolean;

  @Field(() => String, { description: 'When they begin, as HH:MM.' })
  @Matches(TIME, { message: 'must be a time such as 21:00' })
  start!: string;

  @Field(() => String, {
    description: 'When they end, as HH:MM; on the next day where that is not after the beginning.',
  })
  @Matches(TIME, { message: 'must be a time such as 08:00' })
  end!: string;
}
