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
import { publishEnum } from '../api/publish-enum';

export enum WebhookOffReason {
  gone = 'gone',
  failing = 'failing',
}
publishEnum(WebhookOffReason, 'WebhookOffReason', 'Why a webhook was switched off without anybody asking.', {
  gone: 'It answered 410: nobody is there any more.',
  failing: 'Nothing arrived for five days.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'Where a client’s own system hears of its leads and texts, by Standard Webhooks.',
})
@Entity('webhooks')
@Index('webhooks_client_id_idx', ['clientId'])
export class Webhook {
  @Field(() => ID, { description: 'The webhook’s id.' })
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'PK_webhooks' })
  id!: string;

  @Field(() => ID, { description: 'The client it belongs to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_webhooks_client' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'The https address that events are posted to.' })
  @Column('text')
  url!: string;

  @Field(() => String, { description: 'What it is for; may be blank.' })
  @Column('text', { default: '' })
  description!: string;

  @Field(() => [String], { description: 'The events it is told of.' })
  @Column('text', { array: true })
  events!: string[];

  @Field(() => Boolean, { description: 'Whether it is told of anything.' })
  @Column('boolean', { default: true })
  enabled!: boolean;

  @Field(() => WebhookOffReason, { nullable: true, description: 'Why it was switched off without anybody asking.' })
  @Column('text', { nullable: true })
  offReason!: WebhookOffReason | null;

  @Field(() => Date, { nullable: true, description: 'Since when nothing arrived; null where the last delivery did.' })
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;

  /** The secret that signs, sealed; see seal.ts. No GraphQL field shows it. */
  @Column('text', { select: false })
  sealedSecret!: string;

  /** The secret before, which signs as well for a while. */
  @Column('text', { nullable: true, select: false })
  sealedPreviousSecret!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when the secret before the present one signs as well; null where there is none.',
  })
  @Column('timestamptz', { nullable: true })
  previousSecretUntil!: Date | null;

  @Field(() => Date, { description: 'When it was made.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When it was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
