import { MAX_WEBHOOK_DESCRIPTION_LENGTH, MAX_WEBHOOK_URL_LENGTH, WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Length, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';

const LONG = { message: `A description has at most ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters` };
const URL_LENGTH = { message: `A webhook URL has 1 to ${MAX_WEBHOOK_URL_LENGTH} characters` };
const KNOWN = { each: true, message: `An event is one of ${WEBHOOK_EVENTS.join(', ')}` };
const NONE = { message: 'Choose at least one event' };
const MANY = { message: 'Name each event once' };

@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @Field(() => String, { description: 'The https address that events are posted to; it is on the public internet.' })
  @Length(1, MAX_WEBHOOK_URL_LENGTH, URL_LENGTH)
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  @IsOptional()
  @Length(0, MAX_WEBHOOK_DESCRIPTION_LENGTH, LONG)
  description?: string | null;

  @Field(() => [String], { description: 'The events it is told of.' })
  @ArrayMinSize(1, NONE)
  @ArrayMaxSize(WEBHOOK_EVENTS.length, MANY)
  @IsIn([...WEBHOOK_EVENTS], KNOWN)
  events!: string[];
}

@InputType({ description: 'What to change of a webhook. What is left out or null stays.' })
export class UpdateWebhookInput {
  @Field(() => String, {
    nullable: true,
    description: 'The https address that events are posted to; it is on the public internet.',
  })
  @IsOptional()
  @Length(1, MAX_WEBHOOK_URL_LENGTH, URL_LENGTH)
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  @IsOptional()
  @Length(0, MAX_WEBHOOK_DESCRIPTION_LENGTH, LONG)
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'The events it is told of.' })
  @IsOptional()
  @ArrayMinSize(1, NONE)
  @ArrayMaxSize(WEBHOOK_EVENTS.length, MANY)
  @IsIn([...WEBHOOK_EVENTS], KNOWN)
  events?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is told of anything. Switched off, it is not told of what still waits either.',
  })
  enabled?: boolean | null;
}

/** Which page of a webhook's log. */
@ArgsType()
export class WebhookDeliveriesArgs {
  @Field(() => ID, { description: 'The webhook.' })
  webhookId!: string;

  @Field(() => Int, { defaultValue: 25, description: 'At most so many, 1 to 100.' })
  @Min(1, { message: 'limit must be at least 1' })
  @Max(100, { message: 'limit must be at most 100' })
  limit!: number;

  @Field(() => Int, { defaultValue: 0, description: 'How many to pass over first.' })
  @Min(0, { message: 'offset must be at least 0' })
  offset!: number;
}
