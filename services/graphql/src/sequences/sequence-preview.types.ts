import { MAX_STEPS } from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, ValidateNested } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';
import { TriggerEvent } from './sequence.entity';
import { SequenceStepInput } from './sequence.inputs';

const LOCAL_TIME = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const localTime = { message: '$property must be a local time such as 2026-11-21T22:30.' };

export enum MessageEncoding {
  gsm7 = 'gsm7',
  ucs2 = 'ucs2',
}
registerEnum(MessageEncoding, 'MessageEncoding', 'The character encoding of a message.', {
  gsm7: 'GSM 03.38 characters: 160 in a single segment, 153 in each of several.',
  ucs2: 'Any character: 70 in a single segment, 67 in each of several.',
});

@InputType({ description: 'A sequence and a sample lead. Omitted fields are taken from the saved sequence.' })
export class SequencePreviewInput {
  @Field(() => ID, { nullable: true, description: 'The ID of a saved sequence.' })
  sequenceId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The ID of the campaign whose leads the sequence follows up.' })
  campaignId?: string | null;

  @Field(() => TriggerEvent, { nullable: true, description: 'The event that enrolls a lead.' })
  triggerEvent?: TriggerEvent | null;

  @Field(() => [SequenceStepInput], { nullable: true, description: 'All steps, in order.' })
  @IsOptional()
  @ArrayMinSize(1, { message: 'Add at least one step.' })
  @ArrayMaxSize(MAX_STEPS, { message: `A sequence must have at most ${MAX_STEPS} steps.` })
  @ValidateNested({ each: true })
  steps?: SequenceStepInput[] | null;

  @Field(() => String, {
    description: 'When the lead submits the form, in the client’s time zone, such as 2026-11-21T22:30.',
  })
  @Matches(LOCAL_TIME, localTime)
  arrivesAt!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'When the lead is marked as contacted, in the client’s time zone. Used if that is the trigger. Defaults to `arrivesAt`.',
  })
  @IsOptional()
  @Matches(LOCAL_TIME, localTime)
  contactedAt?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The phone number of the sample lead, or its three-digit area code. It decides the lead’s time zone and state, and so the quiet hours. Defaults to a lead in the client’s time zone, to which no state’s rules apply.',
  })
  recipientPhone?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A simulated message: when it is sent and what it says.' })
export class PreviewedStep {
  @Field(() => Int, { description: 'The step, from 0.' })
  position!: number;
  @Field(() => Date, { description: 'When the message is due: its delay after the previous message was sent.' })
  dueAt!: Date;
  @Field(() => Date, { description: 'When the message is sent.' })
  sendsAt!: Date;
  @Field(() => [String], {
    description:
      'Notes on the send time: which rule the message waits for, why quiet hours do not apply, or that the clocks change before it.',
  })
  notes!: string[];
  @Field(() => String, { description: 'The body of the message, as a sample lead receives it.' })
  body!: string;
  @Field(() => MessageEncoding, { description: 'The character encoding.' })
  encoding!: MessageEncoding;
  @Field(() => Int, { description: 'The length in characters.' })
  characters!: number;
  @Field(() => Int, { description: 'The number of segments that the carrier bills.' })
  segments!: number;
  @Field(() => [String], { description: 'The distinct characters that require `ucs2`.' })
  nonGsmCharacters!: string[];
}

@ObjectType({ simpleResolvers: true, description: 'A simulation of a sequence for a sample lead. Nothing is sent.' })
export class SequencePreview {
  @Field(() => String, { description: 'The client’s time zone.' })
  timeZone!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The name of the state or country of `recipientPhone`, or null if its area code has none.',
  })
  recipientArea!: string | null;
  @Field(() => Date, {
    description:
      'When the lead arrives. If the clocks skip this local time, it is moved one hour later. If they repeat it, the first occurrence is used.',
  })
  arrivesAt!: Date;
  @Field(() => Date, { description: 'When the sequence starts: when the lead arrives or is marked as contacted.' })
  startsAt!: Date;
  @Field(() => String, {
    nullable: true,
    description: 'Why the messages are on hold, for display. The times assume that they are not.',
  })
  holdReason!: string | null;
  @Field(() => [PreviewedStep], { description: 'The messages, in order.' })
  steps!: PreviewedStep[];
}
