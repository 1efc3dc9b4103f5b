import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation, UpdateDateColumn } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { publishEnum } from '../api/publish-enum';
import { Submission } from './submission';

export enum LeadStatus {
  new = 'new',
  contacted = 'contacted',
  qualified = 'qualified',
  converted = 'converted',
}
publishEnum(LeadStatus, 'LeadStatus', 'How far a lead has come.', {
  new: 'Nobody has answered it yet.',
  contacted: 'Somebody got in touch.',
  qualified: 'Worth pursuing; counts as a conversion.',
  converted: 'Won; counts as a conversion, and its follow-ups end.',
});

@ObjectType({ simpleResolvers: true, description: 'What a visitor sent through a campaign’s form.' })
@Entity('leads')
@Index('leads_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('leads_campaign_id_idx', ['campaignId', 'createdAt', 'id'])
@Index('leads_full_name_idx', ['clientId', 'fullName', 'id'])
@Index('leads_status_idx', ['clientId', 'status', 'createdAt', 'id'])
@Index('leads_search_idx', { synchronize: false })
@Index('leads_idempotency_key', ['campaignId', 'idempotencyKey'], { unique: true })
@Index('leads_held_idx', ['clientId', 'createdAt'], { where: 'held' })
export class Lead extends Submission {
  @Field(() => ID, { description: 'The lead’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The client it belongs to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The campaign it came through.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => LeadStatus, { description: 'How far it has come.' })
  @Column('enum', { enum: LeadStatus, enumName: 'lead_status', default: LeadStatus.new })
  status!: LeadStatus;

  @Field(() => Boolean, {
    description: 'Came over the monthly limit: kept, hidden from the client, and followed up once there is room.',
  })
  @Column('boolean', { default: false })
  held!: boolean;

  /** The trace under which it came, as W3C `traceparent`; what happens to it later joins that trace. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  /** When the status first became contacted; a sequence triggers on that once. */
  @Column('timestamptz', { nullable: true })
  contactedAt!: Date | null;

  @Field(() => Date, { description: 'When it was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
