import { Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** No messages from 9 p.m. to 8 a.m. (47 CFR 64.1200(c)(1)). */
export const DEFAULT_QUIET_HOURS = { enabled: true, start: '21:00', end: '08:00' };

@ObjectType({
  simpleResolvers: true,
  description:
    'The daily period during which no message is sent, in the recipient’s time zone. It is known from the area code of the number, or else from the form field `timeZone`, and otherwise the client’s. Messages due during quiet hours are sent when they end.',
})
@InputType('QuietHoursInput', {
  description: 'The daily period during which no message is sent, in the recipient’s time zone.',
})
export class QuietHours {
  @Field(() => Boolean, {
    description:
      'Whether quiet hours are in effect. False also turns off the federal and state rules on hours, days and messages per day, for which the agency is then responsible.',
  })
  enabled!: boolean;

  @Field(() => String, { description: 'The start of quiet hours, as HH:MM.' })
  @Matches(TIME, { message: 'Start of quiet hours must be a time such as 21:00.' })
  start!: string;

  @Field(() => String, {
    description: 'The end of quiet hours, as HH:MM. If it is not after the start, it is on the next day.',
  })
  @Matches(TIME, { message: 'End of quiet hours must be a time such as 08:00.' })
  end!: string;
}
