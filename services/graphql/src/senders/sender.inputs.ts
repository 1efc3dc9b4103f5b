import { MAX_MESSAGES_PER_SECOND, MIN_MESSAGES_PER_SECOND } from '@dripline/contract/limits';
import { IsOptional, Matches, Max, Min } from 'class-validator';
import { Field, Float, InputType } from 'type-graphql';

const REGISTRATION_ID = /^[A-Za-z0-9-]{2,64}$/;
const RATE_RULE = { message: `Messages per second must be ${MIN_MESSAGES_PER_SECOND} to ${MAX_MESSAGES_PER_SECOND}.` };

@InputType({ description: 'A client’s sender: either a Messaging Service or a phone number, and its registration.' })
export class SenderInput {
  @Field(() => String, { nullable: true, description: 'The SID of a Twilio Messaging Service: MG and 32 hex digits.' })
  @IsOptional()
  @Matches(/^MG[0-9a-fA-F]{32}$/, { message: 'Messaging Service must be MG and 32 hexadecimal digits.' })
  messagingServiceSid?: string | null;

  @Field(() => String, { nullable: true, description: 'A phone number of the Twilio account in E.164 format.' })
  @IsOptional()
  @Matches(/^\+[1-9]\d{6,14}$/, { message: 'Phone number must be in E.164 format, such as +14155550100.' })
  fromNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'The ID of the 10DLC brand registration.' })
  @IsOptional()
  @Matches(REGISTRATION_ID, { message: 'Brand ID must have 2 to 64 letters, digits or hyphens.' })
  brandRegistrationId?: string | null;

  @Field(() => String, { nullable: true, description: 'The ID of the 10DLC campaign registration.' })
  @IsOptional()
  @Matches(REGISTRATION_ID, { message: 'Campaign ID must have 2 to 64 letters, digits or hyphens.' })
  campaignRegistrationId?: string | null;

  @Field(() => Float, {
    defaultValue: 1,
    description: `The highest number of messages to leads that are sent per second, ${MIN_MESSAGES_PER_SECOND} to ${MAX_MESSAGES_PER_SECOND}.`,
  })
  @Min(MIN_MESSAGES_PER_SECOND, RATE_RULE)
  @Max(MAX_MESSAGES_PER_SECOND, RATE_RULE)
  messagesPerSecond!: number;
}
