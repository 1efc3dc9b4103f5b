import { IsOptional, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { publishEnum } from '../api/publish-enum';
import { SmsStatus } from './outbound-message.entity';

export enum StepDecision {
  wait = 'wait',
  send = 'send',
  hold = 'hold',
  finish = 'finish',
}
publishEnum(StepDecision, 'StepDecision', 'What an enrollment’s workflow does next.', {
  wait: 'Look again at dueAt.',
  send: 'Send the text that comes with the answer.',
  hold: 'Look again when signalled, or at dueAt where there is one.',
  finish: 'Nothing is left to do.',
});

@ObjectType({ simpleResolvers: true, description: 'Where an enrollment stands, for its workflow.' })
export class FollowUpState {
  @Field(() => StepDecision, {
    description: 'wait until dueAt, hold until signalled (or dueAt, where there is one), or finish.',
  })
  decision!: StepDecision;
  @Field(() => Int, { nullable: true, description: 'The step that comes next, from 0.' })
  position?: number | null;
  @Field(() => Date, { nullable: true, description: 'When to look again.' })
  dueAt?: Date | null;
  @Field(() => String, { nullable: true, description: 'Why it holds or finishes.' })
  reason?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A text that the worker is told to send.' })
export class ClaimedText {
  @Field(() => ID, { description: 'The id of the SMS message.' })
  id!: string;
  @Field(() => String, { description: 'Where it goes, in E.164.' })
  to!: string;
  @Field(() => String, { description: 'The rendered text.' })
  body!: string;
  @Field(() => Boolean, { description: 'An earlier attempt may have reached the provider: ask it before sending.' })
  attemptedBefore!: boolean;
  @Field(() => Int, {
    description:
      'Which attempt this is, from 1; where it was attempted before, which one may have reached the provider.',
  })
  attempts!: number;
  @Field(() => Date, { description: 'When that attempt began.' })
  attemptedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'The answer to a worker that is about to send a step.' })
export class StepClaim extends FollowUpState {
  @Field(() => ClaimedText, { nullable: true, description: 'Present where the decision is send.' })
  text?: ClaimedText | null;
}

/** Which step a worker is about to send. */
@ArgsType()
export class ClaimStepArgs {
  @Field(() => ID, { description: 'The enrollment’s id.' })
  enrollmentId!: string;
  @Field(() => Int, { description: 'The step, from 0.' })
  @Min(0)
  position!: number;
}

/** Which attempt at which text. */
@ArgsType()
export class AttemptArgs {
  @Field(() => ID, { description: 'The id of the SMS message.' })
  messageId!: string;
  @Field(() => Int, { description: 'The attempt, from 1.' })
  @Min(1)
  attempts!: number;
}

@InputType({ description: 'What became of a claimed text.' })
export class SendOutcomeInput {
  @Field(() => ID, { description: 'The id of the SMS message.' })
  messageId!: string;
  @Field(() => String, { nullable: true, description: 'The provider’s id of it.' })
  @IsOptional()
  @MaxLength(200)
  providerId?: string | null;
  @Field(() => SmsStatus, { description: 'sent or failed.' })
  status!: SmsStatus;
  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}
