import { IsOptional, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';
import { SmsStatus } from './outbound-message.entity';

export enum SendDecision {
  wait = 'wait',
  send = 'send',
  hold = 'hold',
  finish = 'finish',
}
registerEnum(SendDecision, 'SendDecision', 'What a workflow does next.', {
  wait: 'Ask again at `dueAt`.',
  send: 'Send `message`.',
  hold: 'Ask again when signalled, or at `dueAt` if it is set.',
  finish: 'Complete the workflow.',
});

@ObjectType({ simpleResolvers: true, description: 'What an enrollment’s workflow does next.' })
export class EnrollmentState {
  @Field(() => SendDecision, {
    description: 'What to do next.',
  })
  decision!: SendDecision;
  @Field(() => Int, { nullable: true, description: 'The next step, from 0.' })
  position?: number | null;
  @Field(() => Date, { nullable: true, description: 'When to ask again.' })
  dueAt?: Date | null;
  @Field(() => String, { nullable: true, description: 'Why the enrollment is held or has finished.' })
  reason?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A message that the worker has claimed and must send.' })
export class ClaimedMessage {
  @Field(() => ID, { description: 'The ID of the message.' })
  id!: string;
  @Field(() => String, { description: 'The recipient’s phone number in E.164 format.' })
  to!: string;
  @Field(() => String, { description: 'The body of the message.' })
  body!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The Messaging Service’s SID or the number in E.164 format that sends the message. Null for the sender that clients share.',
  })
  sender!: string | null;
  @Field(() => Boolean, {
    description:
      'Whether this attempt may have reached the provider already. If so, look for the message there before sending.',
  })
  attemptedBefore!: boolean;
  @Field(() => Int, {
    description:
      'The number of the attempt, from 1. If `attemptedBefore` is true, the attempt that may have reached the provider.',
  })
  attempts!: number;
  @Field(() => Date, { description: 'When the attempt started.' })
  attemptedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'The result of claiming a message for sending.' })
export class SendClaim extends EnrollmentState {
  @Field(() => ClaimedMessage, { nullable: true, description: 'The message to send. Set if the decision is `send`.' })
  message?: ClaimedMessage | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether all other messages wait for the outcome of this one, because the provider did not respond. If the outcome is unknown, report an outage, so that another message is tried.',
  })
  isProbe?: boolean | null;
}

/** Identifies the step that a worker claims. */
@ArgsType()
export class ClaimStepArgs {
  @Field(() => ID, { description: 'The ID of the enrollment.' })
  enrollmentId!: string;
  @Field(() => Int, {
    nullable: true,
    description: 'The step that the workflow waited for, from 0. Without it, whichever step is next.',
  })
  @IsOptional()
  @Min(0)
  position?: number | null;
}

/** Identifies an attempt at a message. */
@ArgsType()
export class AttemptArgs {
  @Field(() => ID, { description: 'The ID of the message.' })
  messageId!: string;
  @Field(() => Int, { description: 'The number of the attempt, from 1.' })
  @Min(1)
  attempts!: number;
}

@InputType({ description: 'The outcome of sending a claimed message.' })
export class SendResultInput {
  @Field(() => ID, { description: 'The ID of the message.' })
  messageId!: string;
  @Field(() => String, { nullable: true, description: 'The provider’s ID of the message.' })
  @IsOptional()
  @MaxLength(200)
  providerId?: string | null;
  @Field(() => SmsStatus, { description: '`sent` or `failed`.' })
  status!: SmsStatus;
  @Field(() => String, { nullable: true, description: 'Why the message failed.' })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}
