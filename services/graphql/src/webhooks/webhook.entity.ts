import { WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { IsIn } from 'class-validator';
import { Field, ID, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { Client } from '../clients/client.entity';
import { Version } from '../api/versions';
import { registerEnum } from '../api/register-enum';

export enum WebhookDisabledReason {
  gone = 'gone',
  failing = 'failing',
}
registerEnum(WebhookDisabledReason, 'WebhookDisabledReason', 'Why a webhook was disabled automatically.', {
  gone: 'The receiver responded with 410 Gone.',
  failing: 'No delivery succeeded for five days.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'A URL that receives a client’s lead and message events, as specified by Standard Webhooks.',
})
@Entity('webhooks')
@Index('webhooks_client_id_idx', ['clientId'])
export class Webhook {
  @Field(() => ID, { description: 'The ID of the webhook.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'The https URL that events are posted to.' })
  @Column('text')
  url!: string;

  @Field(() => String, { description: 'The description of the webhook. Can be empty.' })
  @Column('text', { default: '' })
  description!: string;

  @Field(() => [String], { description: 'The event types that are posted.' })
  @IsIn([...WEBHOOK_EVENTS], { each: true })
  @Column('text', { array: true })
  events!: string[];

  @Field(() => Boolean, { description: 'Whether events are posted.' })
  @Column('boolean', { default: true })
  enabled!: boolean;

  @Field(() => WebhookDisabledReason, { nullable: true, description: 'Why the webhook was disabled automatically.' })
  @Column('text', { nullable: true })
  disabledReason!: WebhookDisabledReason | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When deliveries started to fail, or null if the last delivery succeeded.',
  })
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;

  /** The encrypted signing secret. No GraphQL field exposes it. */
  @Column('text', { select: false })
  encryptedSecret!: string;

  /** The encrypted previous secret, which also signs for a day. */
  @Column('text', { nullable: true, select: false })
  encryptedPreviousSecret!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when events are also signed with the previous secret, or null if there is none.',
  })
  @Column('timestamptz', { nullable: true })
  previousSecretUntil!: Date | null;

  @Field(() => Date, { description: 'When the webhook was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the webhook was last updated.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}
