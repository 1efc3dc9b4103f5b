import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { OutgoingText } from './outbound-message.entity';

@ObjectType({
  simpleResolvers: true,
  description: 'One text to one lead: the record is made before the provider is called.',
})
@Entity('sms_messages')
@Index('sms_messages_enrollment_step_key', ['enrollmentId', 'step'], { unique: true })
@Index('sms_messages_provider_id_key', ['providerId'], { unique: true })
@Index('sms_messages_client_id_idx', ['clientId', 'createdAt'])
@Index('sms_messages_campaign_id_idx', ['campaignId'])
@Index('sms_messages_lead_id_idx', ['leadId'])
@Index('sms_messages_filtered_idx', ['smsSequenceId', 'sentAt'], { where: "reason = 'carrier_30007'" })
@Index('sms_messages_to_idx', ['toE164', 'sentAt'])
export class SmsMessage extends OutgoingText {
  @Field(() => ID, { description: 'The text’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The client it was sent for.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The campaign of its lead.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => ID, { description: 'The sequence it belongs to.' })
  @Column('uuid')
  smsSequenceId!: string;

  @Field(() => ID, { description: 'The lead it went to.' })
  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  lead!: Relation<Lead>;

  @Column('uuid')
  enrollmentId!: string;

  @ManyToOne(() => Enrollment, { onDelete: 'CASCADE' })
  enrollment!: Relation<Enrollment>;

  @Field(() => Int, { description: 'Which step of the sequence it is, from 0.' })
  @Column('integer')
  step!: number;

  @Field(() => String, { nullable: true, description: 'The provider’s latest receipt.' })
  @Column('text', { nullable: true })
  deliveryStatus!: string | null;

  /** When it took its place in a month’s limit. */
  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;

  @Field(() => Date, { description: 'When it was due.' })
  @Column('timestamptz')
  dueAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the provider took it.' })
  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
