import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { OutboundMessage } from './outbound-message.entity';

@ObjectType({
  simpleResolvers: true,
  description: 'A message to a lead. It is stored before the provider is called.',
})
@Entity('sms_messages')
@Index('sms_messages_sent_at_idx', ['sentAt'])
@Index('sms_messages_enrollment_step_key', ['enrollmentId', 'step'], { unique: true })
@Index('sms_messages_provider_id_key', ['providerId'], { unique: true })
@Index('sms_messages_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('sms_messages_campaign_id_idx', ['campaignId'])
@Index('sms_messages_lead_id_idx', ['leadId'])
@Index('sms_messages_filtered_idx', ['smsSequenceId', 'sentAt'], { where: "reason = 'carrier_30007'" })
@Index('sms_messages_to_idx', ['toE164', 'sentAt'])
@Index('sms_messages_block_idx', { synchronize: false })
export class SmsMessage extends OutboundMessage {
  @Field(() => ID, { description: 'The ID of the message.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the lead’s campaign.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the sequence. Null for a message that a person wrote.',
  })
  @Column('uuid', { nullable: true })
  smsSequenceId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the account that wrote the message, or of the business if it has no login. Null for a message of a sequence.',
  })
  @Column('text', { nullable: true })
  sentBy!: string | null;

  @Field(() => ID, { description: 'The ID of the lead.' })
  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  lead!: Relation<Lead>;

  /** The client's own sender at the last claim, as SID or number. Null for the sender that clients share. */
  @Column('text', { nullable: true })
  sender!: string | null;

  /**
   * The step's message before its merge fields were filled. It is kept as evidence. Null for a message that a person
   * wrote, because it may contain personal data.
   */
  @Column('text', { nullable: true })
  template!: string | null;

  /** Carrier segments of the body. */
  @Column('integer', { default: 1 })
  segments!: number;

  @Column('uuid')
  enrollmentId!: string;

  @ManyToOne(() => Enrollment, { onDelete: 'CASCADE' })
  enrollment!: Relation<Enrollment>;

  @Field(() => Int, { description: 'The step of the sequence, from 0. 0 for a message that a person wrote.' })
  @Column('integer')
  step!: number;

  @Field(() => String, { nullable: true, description: 'The delivery status in the provider’s latest receipt.' })
  @Column('text', { nullable: true })
  deliveryStatus!: string | null;

  /** When the message was counted towards the monthly limit. */
  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;

  @Field(() => Date, { description: 'When the message was due.' })
  @Column('timestamptz')
  dueAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the provider accepted the message.' })
  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
