import { validationMessages } from '@dripline/contract/validation-messages';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, MAX_WEBHOOK_URL_LENGTH, WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';

const DESCRIPTION_LENGTH = { message: validationMessages.webhookDescription };
const URL_LENGTH = { message: validationMessages.webhookUrlLength };
const KNOWN_EVENTS = { each: true, message: `Each event must be one of ${WEBHOOK_EVENTS.join(', ')}.` };
const AT_LEAST_ONE_EVENT = { message: validationMessages.webhookEventsMissing };
const NO_DUPLICATE_EVENTS = { message: 'List each event only once.' };

@InputType({ description: 'The fields of a new webhook.' })
export class CreateWebhookInput {
  @Field(() => String, { description: 'The https URL that events are posted to. It must be on the public internet.' })
  @Length(1, MAX_WEBHOOK_URL_LENGTH, URL_LENGTH)
  url!: string;

  @Field(() => String, { nullable: true, description: 'The description of the webhook.' })
  @IsOptional()
  @Length(0, MAX_WEBHOOK_DESCRIPTION_LENGTH, DESCRIPTION_LENGTH)
  description?: string | null;

  @Field(() => [String], { description: 'The event types to post.' })
  @ArrayMinSize(1, AT_LEAST_ONE_EVENT)
  @ArrayMaxSize(WEBHOOK_EVENTS.length, NO_DUPLICATE_EVENTS)
  @IsIn([...WEBHOOK_EVENTS], KNOWN_EVENTS)
  events!: string[];
}

@InputType({ description: 'The fields of a webhook to update. Omitted and null fields are unchanged.' })
export class UpdateWebhookInput {
  @Field(() => String, {
    nullable: true,
    description: 'The https URL that events are posted to. It must be on the public internet.',
  })
  @IsOptional()
  @Length(1, MAX_WEBHOOK_URL_LENGTH, URL_LENGTH)
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The description of the webhook.' })
  @IsOptional()
  @Length(0, MAX_WEBHOOK_DESCRIPTION_LENGTH, DESCRIPTION_LENGTH)
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'The event types to post.' })
  @IsOptional()
  @ArrayMinSize(1, AT_LEAST_ONE_EVENT)
  @ArrayMaxSize(WEBHOOK_EVENTS.length, NO_DUPLICATE_EVENTS)
  @IsIn([...WEBHOOK_EVENTS], KNOWN_EVENTS)
  events?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether events are posted. Disabling a webhook cancels its pending deliveries.',
  })
  enabled?: boolean | null;
}
