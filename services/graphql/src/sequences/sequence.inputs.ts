import { validationMessages } from '@dripline/contract/validation-messages';
import {
  MAX_DELAY_MINUTES,
  MAX_NAME_LENGTH,
  MAX_STEPS,
  MAX_TEST_VARIANTS,
  MAX_TEXT_LENGTH,
  SMS_MAX_LENGTH,
} from '@dripline/contract/limits';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { SequenceStatus, TriggerEvent } from './sequence.entity';

@InputType({ description: 'A message of a sequence.' })
export class SequenceStepInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The key of the step that it changes, so that leads who had that one do not get it again. If omitted, it is the step with the same message, or else at the same position.',
  })
  @IsOptional()
  @IsUUID('loose', { message: 'key must be the key of a step.' })
  key?: string | null;

  @Field(() => Int, {
    description: 'Minutes after the previous step, at least 0. The first step counts from the trigger event.',
  })
  @Min(0, { message: validationMessages.delayMin })
  @Max(MAX_DELAY_MINUTES, { message: validationMessages.delayMax })
  delayMinutes!: number;

  @Field(() => String, { description: 'The message template, with merge fields such as {{firstName}}.' })
  @Matches(/\S/, { message: validationMessages.stepMessageMissing })
  @Length(1, SMS_MAX_LENGTH, { message: validationMessages.stepMessageLength })
  message!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Other messages to compare it with: up to ${MAX_TEST_VARIANTS - 1}, all different. If omitted, a step whose message is unchanged keeps them.`,
  })
  @IsOptional()
  @ArrayMaxSize(MAX_TEST_VARIANTS - 1, { message: validationMessages.messageVariants })
  @Matches(/\S/, { each: true, message: validationMessages.stepMessageMissing })
  @Length(1, SMS_MAX_LENGTH, { each: true, message: validationMessages.stepMessageLength })
  variants?: string[] | null;
}

@InputType({ description: 'The fields of a sequence to update. Omitted fields are unchanged.' })
export class UpdateSequenceInput {
  @Field(() => String, { nullable: true, description: 'The name of the sequence.' })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.sequenceNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.sequenceNameLength })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The description of the sequence.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, { message: validationMessages.sequenceDescription })
  description?: string | null;

  @Field(() => ID, { nullable: true, description: 'The ID of a campaign of the same client.' })
  campaignId?: string | null;

  @Field(() => TriggerEvent, { nullable: true, description: 'The event that enrolls a lead.' })
  triggerEvent?: TriggerEvent | null;

  @Field(() => SequenceStatus, {
    nullable: true,
    description: 'Whether the sequence enrolls leads and sends messages. Defaults to `active` for a new sequence.',
  })
  status?: SequenceStatus | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a reply cancels the lead’s enrollment. Defaults to true for a new sequence.',
  })
  stopOnReply?: boolean | null;

  @Field(() => [SequenceStepInput], {
    nullable: true,
    description: 'All steps, in order.',
  })
  @IsOptional()
  @ArrayMinSize(1, { message: 'Add at least one step.' })
  @ArrayMaxSize(MAX_STEPS, { message: `A sequence must have at most ${MAX_STEPS} steps.` })
  @ValidateNested({ each: true })
  steps?: SequenceStepInput[] | null;
}

@InputType({ description: 'The fields of a new sequence.' })
export class CreateSequenceInput extends UpdateSequenceInput {
  @Field(() => String, { description: 'The name of the sequence.' })
  override name!: string;

  @Field(() => ID, { description: 'The ID of a campaign of the same client.' })
  override campaignId!: string;

  @Field(() => TriggerEvent, { description: 'The event that enrolls a lead.' })
  override triggerEvent!: TriggerEvent;

  @Field(() => [SequenceStepInput], { description: 'All steps, in order.' })
  override steps!: SequenceStepInput[];
}
