import { MAX_STORED_RESPONSE_LENGTH } from '@dripline/contract/webhooks';
import { IsOptional, Length, Max, MaxLength, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A signed webhook request for the worker to post.' })
export class WebhookRequest {
  @Field(() => String, { description: 'The URL to post to.' })
  url!: string;
  @Field(() => String, { description: 'The `webhook-id` header.' })
  eventId!: string;
  @Field(() => String, { description: 'The `webhook-timestamp` header: the time of this attempt in Unix seconds.' })
  timestamp!: string;
  @Field(() => String, { description: 'The `webhook-signature` header.' })
  signature!: string;
  @Field(() => String, { description: 'The request body.' })
  body!: string;
  @Field(() => Int, { description: 'The number of the attempt, from 1.' })
  attempt!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What a delivery’s workflow does next.' })
export class DeliveryState {
  @Field(() => Date, { nullable: true, description: 'When to ask again, or null if the delivery is complete.' })
  dueAt?: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result of claiming a delivery for posting.' })
export class DeliveryClaim extends DeliveryState {
  @Field(() => WebhookRequest, { nullable: true, description: 'The request to post now, or null.' })
  request?: WebhookRequest | null;
}

@InputType({ description: 'The outcome of a delivery attempt.' })
export class DeliveryResultInput {
  @Field(() => ID, { description: 'The ID of the delivery.' })
  deliveryId!: string;
  @Field(() => Int, { description: 'The number of the attempt, from 1.' })
  @Min(1)
  attempt!: number;
  @Field(() => Int, {
    nullable: true,
    description: 'The HTTP status of the response. Omit it if there was no response.',
  })
  @IsOptional()
  @Min(100)
  @Max(999)
  responseCode?: number | null;
  @Field(() => String, { nullable: true, description: 'The start of the response body.' })
  @IsOptional()
  @MaxLength(MAX_STORED_RESPONSE_LENGTH)
  responseBody?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Why there was no response: `dns`, `address`, `connect`, `tls`, `timeout` or `url`.',
  })
  @IsOptional()
  @Length(1, 40)
  reason?: string | null;
  @Field(() => Int, { nullable: true, description: 'The value of the Retry-After header in seconds.' })
  @IsOptional()
  @Min(0)
  retryAfter?: number | null;
  @Field(() => Int, { description: 'The duration of the attempt in milliseconds.' })
  @Min(0)
  durationMs!: number;
}
