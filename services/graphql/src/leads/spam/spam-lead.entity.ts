import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Campaign } from '../../campaigns/campaign.entity';
import { Client } from '../../clients/client.entity';
import { registerEnum } from '../../api/register-enum';
import type { SubmittedConsent } from '../consent/to-consent';
import { Submission } from '../submission.entity';

export enum SpamReason {
  honeypot = 'honeypot',
  too_fast = 'too_fast',
  forged_token = 'forged_token',
  flood = 'flood',
}
registerEnum(SpamReason, 'SpamReason', 'Why a submission was classified as spam.', {
  honeypot: 'The honeypot field was filled in.',
  too_fast: 'The form was submitted faster than a person can type.',
  forged_token: 'The form token is invalid.',
  flood: 'The campaign received unusually many submissions within a minute, and this one has no valid form token.',
});

/** Stored apart from leads, so that spam never appears in a list or count and never receives a message. */
@ObjectType({
  simpleResolvers: true,
  description: 'A submission that was classified as spam. It becomes a lead only if it is restored.',
})
@Entity('spam_leads')
@Index('spam_leads_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('spam_leads_campaign_id_idx', ['campaignId', 'createdAt', 'id'])
@Index('spam_leads_idempotency_key', ['campaignId', 'idempotencyKey'], { unique: true })
export class SpamLead extends Submission {
  @Field(() => ID, { description: 'The ID of the submission. A restored lead keeps it.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the campaign.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  @Field(() => SpamReason, { description: 'Why the submission was classified as spam.' })
  @Column('text')
  reason!: SpamReason;

  /** The consent given with the submission. */
  @Column('json', { nullable: true })
  consent!: SubmittedConsent | null;
}
