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
import { publishEnum } from '../api/publish-enum';
import { Webhook } from './webhook.entity';

export enum DeliveryStatus {
  pending = 'pending',
  delivered = 'delivered',
  failed = 'failed',
  dropped = 'dropped',
}
publishEnum(DeliveryStatus, 'DeliveryStatus', 'What became of a delivery.', {
  pending: 'On its way, or waiting for its next attempt.',
  delivered: 'The receiver answered with a status from 200 to 299.',
  failed: 'Nothing more is tried.',
  dropped: 'Not wanted any more: the webhook, or webhooks as a whole, were switched off.',
});

@ObjectType({ simpleResolvers: true, description: 'One event on its way to one webhook.' })
@Entity('webhook_deliveries')
@Index('webhook_deliveries_event_key', ['webhookId', 'eventId'], { unique: true })
@Index('webhook_deliveries_log_idx', ['webhookId', 'createdAt', 'id'])
@Index('webhook_deliveries_client_id_idx', ['clientId'])
@Index('webhook_deliveries_lead_id_idx', ['leadId'])
@Index('webhook_deliveries_pending_idx', ['webhookId'], { where: "status = 'pending'" })
@Index('webhook_deliveries_created_at_idx', ['createdAt'])
export class WebhookDelivery {
  @Field(() => ID, { description: 'The delivery’s id; its workflow is `webhook-{id}`.' })
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'PK_webhook_deliveries' })
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_webhook_deliveries_client' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The webhook.' })
  @Column('uuid')
  webhookId!: string;

  @ManyToOne(() => Webhook, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'webhook_id', foreignKeyConstraintName: 'FK_webhook_deliveries_webhook' })
  webhook!: Relation<Webhook>;

  /** Whom the event tells of; deleting the lead deletes what was told. None for a test. */
  @Column('uuid', { nullable: true })
  leadId!: string | null;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id', foreignKeyConstraintName: 'FK_webhook_deliveries_lead' })
  lead!: Relation<Lead> | null;

  @Field(() => String, { description: 'The event’s id, sent as `webhook-id`: the same in every attempt.' })
  @Column('text')
  eventId!: string;

  @Field(() => String, { description: 'What happened.' })
  @Column('text')
  type!: string;

  @Field(() => String, { description: 'The body, as it is posted.' })
  @Column('text')
  payload!: string;

  @Field(() => DeliveryStatus, { description: 'What became of it.' })
  @Column('text', { default: DeliveryStatus.pending })
  status!: DeliveryStatus;

  @Field(() => Int, { description: 'How often it was posted.' })
  @Column('integer', { default: 0 })
  attempts!: number;

  /** The same since it was made or last replayed: how long the next one waits goes by it. */
  @Column('integer', { default: 0 })
  tries!: number;

  @Field(() => Date, { nullable: true, description: 'When it is posted next; null where it is not.' })
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  nextAttemptAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it was last posted.' })
  @Column('timestamptz', { nullable: true })
  attemptedAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The HTTP status that the receiver last answered; null where it answered nothing.',
  })
  @Column('integer', { nullable: true })
  responseCode!: number | null;

  @Field(() => String, { nullable: true, description: 'How its answer began.' })
  @Column('text', { nullable: true })
  responseBody!: string | null;

  @Field(() => Int, { nullable: true, description: 'How long the last attempt took, in milliseconds.' })
  @Column('integer', { nullable: true })
  durationMs!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the last attempt failed or none is made: status, redirect, gone, dns, address, connect, tls, timeout, url, secret, webhook_off, webhooks_off.',
  })
  @Column('text', { nullable: true })
  reason!: string | null;

  @Field(() => Date, { description: 'When the event happened.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
