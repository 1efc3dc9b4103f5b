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
import { registerEnum } from '../api/register-enum';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';

/** Days after which a notification is deleted. */
export const NOTIFICATION_DAYS = 30;

export enum NotificationKind {
  new_lead = 'new_lead',
  reply = 'reply',
  mention = 'mention',
  assignment = 'assignment',
  ab_test = 'ab_test',
}
registerEnum(NotificationKind, 'NotificationKind', 'What a notification is about.', {
  new_lead: 'A lead arrived.',
  reply: 'A lead replied. If somebody owns the lead, other members of the team are not notified.',
  mention: 'Somebody mentioned the member in a note.',
  assignment: 'Somebody made the member the owner of leads.',
  ab_test: 'An A/B test is complete: every variant has its planned views.',
});

/** Something that happened, for all accounts of a client or for one of its members. */
@ObjectType({
  simpleResolvers: true,
  description: 'Something that happened, as the caller is notified of it.',
})
@Entity('notifications')
@Index('notifications_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('notifications_lead_id_idx', ['leadId'])
@Index('notifications_campaign_id_idx', ['campaignId'], { where: 'campaign_id IS NOT NULL' })
@Index('notifications_created_at_idx', ['createdAt'])
export class Notification {
  @Field(() => ID, { description: 'The ID of the notification.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  /** The member who is notified, or null for all accounts. Not a foreign key: the row is deleted soon. */
  @Column('uuid', { nullable: true })
  memberId!: string | null;

  @Field(() => NotificationKind, { description: 'What happened.' })
  @Column('text')
  kind!: NotificationKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the lead. Null for several leads, and if it is about none.',
  })
  @Column('uuid', { nullable: true })
  leadId!: string | null;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead> | null;

  @Field(() => ID, { nullable: true, description: 'The ID of the campaign, for `ab_test` only.' })
  @Column('uuid', { nullable: true })
  campaignId!: string | null;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign> | null;

  @Field(() => Int, { description: 'The number of leads.' })
  @Column('integer', { default: 1 })
  leads!: number;

  @Field(() => String, { nullable: true, description: 'The name of the account that caused it. Null if none did.' })
  @Column('text', { nullable: true })
  actorName!: string | null;

  @Field(() => Date, { description: 'When it happened.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
