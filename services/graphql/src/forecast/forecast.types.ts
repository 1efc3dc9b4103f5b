import { MAX_DELAY_MINUTES, MAX_STEPS } from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, Max, Min } from 'class-validator';
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { TriggerEvent } from '../sequences/sequence.entity';

@InputType({ description: 'A sequence that may not be saved yet.' })
export class ForecastSequenceInput {
  @Field(() => ID, { nullable: true, description: 'The ID of the saved sequence that it replaces.' })
  sequenceId?: string | null;

  @Field(() => ID, { description: 'The ID of the campaign whose leads the sequence follows up.' })
  campaignId!: string;

  @Field(() => TriggerEvent, { description: 'The event that enrolls a lead.' })
  triggerEvent!: TriggerEvent;

  @Field(() => [Int], { description: 'The minutes before each step, in order.' })
  @ArrayMinSize(1, { message: 'Add at least one step.' })
  @ArrayMaxSize(MAX_STEPS, { message: `A sequence must have at most ${MAX_STEPS} steps.` })
  @Min(0, { each: true, message: 'delayMinutes must not be negative.' })
  @Max(MAX_DELAY_MINUTES, { each: true, message: `delayMinutes must be at most ${MAX_DELAY_MINUTES}.` })
  delayMinutes!: number[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'The messages that a sequence is expected to send before the month ends.',
})
export class SequenceForecast {
  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the sequence, or null for a new one and for messages that people wrote.',
  })
  sequenceId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the sequence, or null for a new one and for messages that people wrote.',
  })
  name!: string | null;

  @Field(() => Float, {
    description:
      'The leads that enroll per day: the mean of the last 28 days, or since the sequence was created. For a new sequence, the campaign’s leads with a phone number.',
  })
  enrollmentsPerDay!: number;

  @Field(() => Int, { description: 'The messages of the enrollments that are open.' })
  scheduled!: number;

  @Field(() => Int, { description: 'The messages to leads that are expected to enroll.' })
  expected!: number;
}

@ObjectType({
  simpleResolvers: true,
  description:
    'The messages that a client is expected to use in its current month, if no limit held any. Sequences that are off or paused are left out.',
})
export class MessageForecast {
  @Field(() => String, { description: 'The month, as YYYY-MM.' })
  month!: string;

  @Field(() => Date, { description: 'The end of the month in the client’s time zone.' })
  until!: Date;

  @Field(() => Int, { description: 'The monthly limit of messages.' })
  limit!: number;

  @Field(() => Int, { description: 'The messages that were used so far.' })
  used!: number;

  @Field(() => Int, { description: 'The messages of the enrollments that are open.' })
  scheduled!: number;

  @Field(() => Int, { description: 'The messages to leads that are expected to enroll.' })
  expected!: number;

  @Field(() => Int, { description: 'The sum of `used`, `scheduled` and `expected`.' })
  total!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The day on which the limit is exceeded, as YYYY-MM-DD in the client’s time zone. Null if it is not.',
  })
  exceedsLimitOn!: string | null;

  @Field(() => [SequenceForecast], {
    description: 'The forecast of each sequence, most messages first, with the given one.',
  })
  sequences!: SequenceForecast[];

  @Field(() => SequenceForecast, { nullable: true, description: 'The forecast of the given sequence.' })
  sequence!: SequenceForecast | null;
}
