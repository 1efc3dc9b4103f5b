import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { publishEnum } from '../publish-enum';
import type { GivenConsent } from './find-consent';

export enum SpamReason {
  trap = 'trap',
  too_fast = 'too_fast',
  forged = 'forged',
  flood = 'flood',
}
publishEnum(SpamReason, 'SpamReason', 'Why a submission looks like a robot’s.', {
  trap: 'It filled in the field that people do not see.',
  too_fast: 'It came sooner after its page was shown than people type.',
  forged: 'It claims to come from a page that we did not make.',
  flood: 'Very many came to the campaign within a minute, and this one not from a page of ours.',
});

/** Kept apart from leads, so that no count, list, limit or text can meet one by mistake. */
@ObjectType({ simpleResolvers: true, description: 'A submission that looks like a robot’s: no lead until somebody says that it is one.' })
@Entity('spam_leads')
@Index('spam_leads_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('spam_leads_campaign_id_idx', ['campaignId', 'createdAt', 'id'])
@Index('spam_leads_idempotency_key', ['campaignId', 'idempotencyKey'], { unique: true })
export class SpamLead {
  @Field(() => ID, { description: 'Its id, and that of the lead which it becomes where it is restored.' })
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'PK_spam_leads' })
  id!: string;

  @Field(() => ID, { description: 'The client it was sent to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_spam_leads_client' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The campaign it came through.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'FK_spam_leads_campaign' })
  campaign!: Relation<Campaign>;

  @Field(() => SpamReason, { description: 'Why it looks like a robot’s.' })
  @Column('text')
  reason!: SpamReason;

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

  /** What the visitor, if there was one, agreed to. */
  @Column('json', { nullable: true })
  consent!: GivenConsent | null;

  @Field(() => Date, { description: 'When it arrived.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
