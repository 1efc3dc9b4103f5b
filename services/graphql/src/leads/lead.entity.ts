import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation, UpdateDateColumn } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { publishEnum } from '../publish-enum';

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
export class Lead {
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

  @Field(() => Boolean, { description: 'Came over the monthly limit: kept, hidden from the client, and followed up once there is room.' })
  @Column('boolean', { default: false })
  held!: boolean;

  @Field(() => GraphQLJSONObject, { description: 'The values by form field id, as they were typed.' })
  @Column('json')
  formData!: Record<string, string>;

  @Field(() => String, { nullable: true, description: 'The field that plays the part of the full name.' })
  @Column('text', { nullable: true })
  fullName!: string | null;

  @Field(() => String, { nullable: true, description: 'The field that plays the part of the email.' })
  @Column('text', { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number as it was typed.' })
  @Column('text', { nullable: true })
  phone!: string | null;

  /** The same in E.164, where it is a usable number. */
  @Column('text', { nullable: true })
  phoneE164!: string | null;

  @Field(() => String, { nullable: true, description: 'Where the visitor came from: the `source` of the page’s address.' })
  @Column('text', { nullable: true })
  source!: string | null;

  /** The sender’s key for this submission; a retry with it answers the first result. */
  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** The trace under which it came, as W3C `traceparent`; what happens to it later joins that trace. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  /** When the status first became contacted; a sequence triggers on that once. */
  @Column('timestamptz', { nullable: true })
  contactedAt!: Date | null;

  @Field(() => Date, { description: 'When it arrived.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When it was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
