import { KEPT_ANSWER_LENGTH } from '@dripline/contract/webhooks';
import { IsOptional, Length, Max, MaxLength, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'What a worker posts, signed.' })
export class WebhookRequest {
  @Field(() => String, { description: 'Where to.' })
  url!: string;
  @Field(() => String, { description: 'The header `webhook-id`.' })
  eventId!: string;
  @Field(() => String, { description: 'The header `webhook-timestamp`: the second of this attempt.' })
  timestamp!: string;
  @Field(() => String, { description: 'The header `webhook-signature`.' })
  signature!: string;
  @Field(() => String, { description: 'The body.' })
  body!: string;
  @Field(() => Int, { description: 'Which attempt this is, from 1.' })
  attempt!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Where a delivery stands, for its workflow.' })
export class DeliveryState {
  @Field(() => Date, { nullable: true, description: 'When to look again; null where it is over.' })
  dueAt?: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'The answer to a worker that is about to post an event.' })
export class DeliveryClaim extends DeliveryState {
  @Field(() => WebhookRequest, { nullable: true, description: 'What to post now; null where nothing is.' })
  request?: WebhookRequest | null;
}

@InputType({ description: 'What became of an attempt.' })
export class DeliveryOutcomeInput {
  @Field(() => ID, { description: 'The delivery’s id.' })
  deliveryId!: string;
  @Field(() => Int, { description: 'Which attempt it was, from 1.' })
  @Min(1)
  attempt!: number;
  @Field(() => Int, { nullable: true, description: 'The HTTP status that came back; left out where none did.' })
  @IsOptional()
  @Min(100)
  @Max(999)
  responseCode?: number | null;
  @Field(() => String, { nullable: true, description: 'How the answer began.' })
  @IsOptional()
  @MaxLength(KEPT_ANSWER_LENGTH)
  responseBody?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Why nothing came back: dns, address, connect, tls, timeout or url.',
  })
  @IsOptional()
  @Length(1, 40)
  reason?: string | null;
  @Field(() => Int, { nullable: true, description: 'How many seconds the receiver asks to be left alone.' })
  @IsOptional()
  @Min(0)
  retryAfter?: number | null;
  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  @Min(0)
  durationMs!: number;
}
