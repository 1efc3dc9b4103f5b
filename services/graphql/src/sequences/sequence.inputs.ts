import {
  MAX_DELAY_MINUTES,
  MAX_NAME_LENGTH,
  MAX_STEPS,
  MAX_TEXT_LENGTH,
  SMS_MAX_LENGTH,
} from '@dripline/contract/limits';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { SequenceStatus, TriggerEvent } from './sequence.entity';

@InputType({ description: 'One text of a sequence.' })
export class SequenceStepInput {
  @Field(() => Int, { description: 'Minutes after the step before it; at least 0.' })
  @Min(0, { message: 'A delay must be at least 0 minutes' })
  @Max(MAX_DELAY_MINUTES, { message: 'A delay may be at most a year' })
  delayMinutes!: number;

  @Field(() => String, { description: 'The text, with merge fields such as {{firstName}}.' })
  @Matches(/\S/, { message: 'Every step needs a message' })
  @Length(1, SMS_MAX_LENGTH, { message: `A message has 1 to ${SMS_MAX_LENGTH} characters` })
  message!: string;
}

@InputType({ description: 'What to change of a sequence; what is left out stays.' })
export class UpdateSequenceInput {
  @Field(() => String, { nullable: true, description: 'Its name.' })
  @IsOptional()
  @Matches(/\S/, { message: 'Sequence name is required' })
  @Length(1, MAX_NAME_LENGTH, { message: `Sequence name is required, with at most ${MAX_NAME_LENGTH} characters` })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, { message: `Use at most ${MAX_TEXT_LENGTH} characters` })
  description?: string | null;

  @Field(() => ID, { nullable: true, description: 'A campaign of the same client.' })
  campaignId?: string | null;

  @Field(() => TriggerEvent, { nullable: true, description: 'What enrolls a lead.' })
  triggerEvent?: TriggerEvent | null;

  @Field(() => SequenceStatus, { nullable: true, description: 'Whether it enrolls and texts; a new one does.' })
  status?: SequenceStatus | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a reply ends the enrollment; true where left out.' })
  stopOnReply?: boolean | null;

  @Field(() => [SequenceStepInput], {
    nullable: true,
    description: 'All steps, in order. Leads under way keep the steps they started with.',
  })
  @IsOptional()
  @ArrayMinSize(1, { message: 'A sequence needs at least one step' })
  @ArrayMaxSize(MAX_STEPS, { message: `A sequence has at most ${MAX_STEPS} steps` })
  @ValidateNested({ each: true })
  steps?: SequenceStepInput[] | null;
}

@InputType({ description: 'A new sequence.' })
export class CreateSequenceInput extends UpdateSequenceInput {
  @Field(() => String, { description: 'Its name.' })
  override name!: string;

  @Field(() => ID, { description: 'A campaign of the same client.' })
  override campaignId!: string;

  @Field(() => TriggerEvent, { description: 'What enrolls a lead.' })
  override triggerEvent!: TriggerEvent;

  @Field(() => [SequenceStepInput], { description: 'All steps, in order.' })
  override steps!: SequenceStepInput[];
}
