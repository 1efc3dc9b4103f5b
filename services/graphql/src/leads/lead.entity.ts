import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation, UpdateDateColumn } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Version } from '../api/versions';
import { registerEnum } from '../api/register-enum';
import { Submission } from './submission.entity';

export enum LeadStatus {
  new = 'new',
  contacted = 'contacted',
  qualified = 'qualified',
  converted = 'converted',
}
registerEnum(LeadStatus, 'LeadStatus', 'The status of a lead.', {
  new: 'The business has not contacted the lead yet.',
  contacted: 'The business contacted the lead.',
  qualified: 'The lead is worth pursuing. Counts as a conversion.',
  converted: 'The lead became a customer. Counts as a conversion and stops the lead’s sequences.',
});

@ObjectType({ simpleResolvers: true, description: 'A visitor’s submission of a campaign’s form.' })
@Entity('leads')
@Index('leads_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('leads_campaign_id_idx', ['campaignId', 'createdAt', 'id'])
@Index('leads_phone_idx', ['clientId', 'phoneE164'])
@Index('leads_full_name_idx', ['clientId', 'fullName', 'id'])
@Index('leads_status_idx', ['clientId', 'status', 'createdAt', 'id'])
@Index('leads_owner_id_idx', ['clientId', 'ownerId', 'createdAt', 'id'], { where: 'owner_id IS NOT NULL' })
@Index('leads_variant_id_idx', ['variantId', 'status'], { where: 'variant_id IS NOT NULL' })
@Index('leads_utm_campaign_idx', ['clientId', 'utmCampaign', 'createdAt', 'id'], {
  where: 'utm_campaign IS NOT NULL',
})
@Index('leads_search_idx', { synchronize: false })
@Index('leads_source_idx', { synchronize: false })
@Index('leads_email_idx', { synchronize: false })
@Index('leads_idempotency_key', ['campaignId', 'idempotencyKey'], { unique: true })
@Index('leads_held_idx', ['clientId', 'createdAt'], { where: 'held' })
export class Lead extends Submission {
  @Field(() => ID, { description: 'The ID of the lead.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the campaign.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => LeadStatus, { description: 'The status of the lead.' })
  @Column('enum', { enum: LeadStatus, enumName: 'lead_status', default: LeadStatus.new })
  status!: LeadStatus;

  @Field(() => ID, { nullable: true, description: 'The ID of the member of the client’s team who owns the lead.' })
  @Column('uuid', { nullable: true })
  ownerId!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the lead is over the monthly limit. Held leads are hidden from the client until the limit allows them.',
  })
  @Column('boolean', { default: false })
  held!: boolean;

  /** The W3C `traceparent` of the submission. Later events of the lead join its trace. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  /** When the status first became `contacted`, which triggers sequences once. */
  @Column('timestamptz', { nullable: true })
  contactedAt!: Date | null;

  /** The day on which `source_counts` counts the lead: that of its arrival in the client's time zone. A trigger sets it. */
  @Column({ type: 'date', select: false, insert: false, update: false })
  localDay!: string;

  /** The UTM campaign of the attribution, for filters. A trigger sets it. */
  @Column({ type: 'text', nullable: true, select: false, insert: false, update: false })
  utmCampaign!: string | null;

  /** When the lead first replied to a message, other than to opt out. A trigger sets it, which is no new version. */
  @Column({ type: 'timestamptz', nullable: true, select: false, insert: false, update: false })
  firstReplyAt!: Date | null;

  @Field(() => Date, { description: 'When the lead was last updated.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}
