import { MAX_STEPS } from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, ValidateNested } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { publishEnum } from '../api/publish-enum';
import { TriggerEvent } from './sequence.entity';
import { SequenceStepInput } from './sequence.inputs';

const LOCAL_TIME = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const localTime = { message: 'must be a local time such as 2026-11-21T22:30' };

export enum TextEncoding {
  gsm7 = 'gsm7',
  ucs2 = 'ucs2',
}
publishEnum(TextEncoding, 'TextEncoding', 'How a text travels.', {
  gsm7: 'The plain alphabet: 160 characters in one segment, 153 in each of several.',
  ucs2: 'Any character: 70 in one segment, 67 in each of several.',
});

@InputType({ description: 'A sequence and an imagined lead. What is left out is taken from the saved sequence.' })
export class RehearsalInput {
  @Field(() => ID, { nullable: true, description: 'A saved sequence.' })
  sequenceId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The campaign whose leads it follows up.' })
  campaignId?: string | null;

  @Field(() => TriggerEvent, { nullable: true, description: 'What enrolls a lead.' })
  triggerEvent?: TriggerEvent | null;

  @Field(() => [SequenceStepInput], { nullable: true, description: 'All steps, in order.' })
  @IsOptional()
  @ArrayMinSize(1, { message: 'A sequence needs at least one step' })
  @ArrayMaxSize(MAX_STEPS, { message: `A sequence has at most ${MAX_STEPS} steps` })
  @ValidateNested({ each: true })
  steps?: SequenceStepInput[] | null;

  @Field(() => String, {
    description: 'When the lead sends the form, in the client’s time zone, such as 2026-11-21T22:30.',
  })
  @Matches(LOCAL_TIME, localTime)
  arrivesAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'When it is marked contacted, where that is the trigger; as it arrives where left out.',
  })
  @IsOptional()
  @Matches(LOCAL_TIME, localTime)
  contactedAt?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'One text of a rehearsal: when it would go, and what it would say.' })
export class RehearsedStep {
  @Field(() => Int, { description: 'Which step, from 0.' })
  position!: number;
  @Field(() => Date, { description: 'When it is due: its delay after the step before it went.' })
  dueAt!: Date;
  @Field(() => Date, { description: 'When it goes.' })
  sendsAt!: Date;
  @Field(() => [String], {
    description: 'What is to be said of its time: why it waits, why it does not, that the clocks change before it.',
  })
  notes!: string[];
  @Field(() => String, { description: 'The text as an invented lead would get it.' })
  text!: string;
  @Field(() => TextEncoding, { description: 'How it travels.' })
  encoding!: TextEncoding;
  @Field(() => Int, { description: 'Its length.' })
  characters!: number;
  @Field(() => Int, { description: 'In how many parts it goes, as the carrier bills.' })
  segments!: number;
  @Field(() => [String], { description: 'The characters that make it ucs2, each once.' })
  costlyCharacters!: string[];
}

@ObjectType({ simpleResolvers: true, description: 'What a sequence would do for an imagined lead. Nothing is sent.' })
export class Rehearsal {
  @Field(() => String, { description: 'The client’s time zone.' })
  timeZone!: string;
  @Field(() => Date, {
    description:
      'When the lead arrives. A time that a clock skips is an hour later; of one that it shows twice, the first.',
  })
  arrivesAt!: Date;
  @Field(() => Date, { description: 'When the sequence begins: as the lead arrives, or is marked contacted.' })
  beginsAt!: Date;
  @Field(() => String, {
    nullable: true,
    description: 'Why the texts would wait all the same, in words; the times are as if they did not.',
  })
  heldBy!: string | null;
  @Field(() => [RehearsedStep], { description: 'The texts, in order.' })
  steps!: RehearsedStep[];
}
