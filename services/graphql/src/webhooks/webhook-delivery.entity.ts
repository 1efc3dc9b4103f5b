import { Field, ID, Int, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { registerEnum } from '../api/register-enum';
import { Webhook } from './webhook.entity';

export enum DeliveryStatus {
  pending = 'pending',
  delivered = 'delivered',
  failed = 'failed',
  cancelled = 'cancelled',
}
registerEnum(DeliveryStatus, 'DeliveryStatus', 'The status of a delivery.', {
  pending: 'The delivery is being posted or waits for the next attempt.',
  delivered: 'The receiver responded with a 2xx status.',
  failed: 'The delivery failed and is not retried.',
  cancelled: 'The webhook, or all webhooks of the client, were disabled before the delivery succeeded.',
});

@ObjectType({ simpleResolvers: true, description: 'The delivery of an event to a webhook.' })
@Entity('webhook_deliveries')
@Index('webhook_deliveries_event_key', ['webhookId', 'eventId'], { unique: true })
@Index('webhook_deliveries_log_idx', ['webhookId', 'createdAt', 'id'])
@Index('webhook_deliveries_client_id_idx', ['clientId'])
@Index('webhook_deliveries_lead_id_idx', ['leadId'])
@Index('webhook_deliveries_pending_idx', ['webhookId'], { where: "status = 'pending'" })
@Index('webhook_deliveries_created_at_idx', ['createdAt'])
export class WebhookDelivery {
  @Field(() => ID, { description: 'The ID of the delivery. The Temporal workflow ID is `webhook-{id}`.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the webhook.' })
  @Column('uuid')
  webhookId!: string;

  /** The log of a deleted webhook is deleted later, in pages, so there is no foreign key. */
  @ManyToOne(() => Webhook, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'webhook_id' })
  webhook!: Relation<Webhook> | null;

  /** The lead of the event. Deleting the lead deletes its deliveries. Null for test events. */
  @Column('uuid', { nullable: true })
  leadId!: string | null;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead> | null;

  @Field(() => String, { description: 'The ID of the event, sent as `webhook-id`. It is the same in every attempt.' })
  @Column('text')
  eventId!: string;

  @Field(() => String, { description: 'The type of the event.' })
  @Column('text')
  type!: string;

  @Field(() => String, { description: 'The request body.' })
  @Column('text')
  payload!: string;

  @Field(() => DeliveryStatus, { description: 'The status of the delivery.' })
  @Column('text', { default: DeliveryStatus.pending })
  status!: DeliveryStatus;

  @Field(() => Int, { description: 'The number of attempts.' })
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Attempts since the delivery was created or last replayed. Determines the next retry delay. */
  @Column('integer', { default: 0 })
  attemptsSinceReplay!: number;

  @Field(() => Date, { nullable: true, description: 'When the next attempt is due, or null if there is none.' })
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  nextAttemptAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the last attempt was made.' })
  @Column('timestamptz', { nullable: true })
  attemptedAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The HTTP status of the last response, or null if there was no response.',
  })
  @Column('integer', { nullable: true })
  responseCode!: number | null;

  @Field(() => String, { nullable: true, description: 'The start of the last response body.' })
  @Column('text', { nullable: true })
  responseBody!: string | null;

  @Field(() => Int, { nullable: true, description: 'The duration of the last attempt in milliseconds.' })
  @Column('integer', { nullable: true })
  durationMs!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the last attempt failed or the delivery was cancelled: `status`, `redirect`, `gone`, `dns`, `address`, `connect`, `tls`, `timeout`, `url`, `secret`, `ad_consent`, `webhook_off` or `webhooks_off`.',
  })
  @Column('text', { nullable: true })
  reason!: string | null;

  @Field(() => Date, { description: 'When the event happened.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
