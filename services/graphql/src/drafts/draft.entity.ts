import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Sequence } from '../sequences/sequence.entity';
import { EnrolledLeadsAction } from '../sequences/versions/sequence-version.entity';

/** Changes that were saved but not published. */
@ObjectType()
export abstract class Draft {
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Column('jsonb')
  content!: Record<string, unknown>;

  @Field(() => String, { description: 'Who saved the draft.' })
  @Column('text')
  savedBy!: string;

  @Field(() => Date, { description: 'When the draft was saved.' })
  @Column('timestamptz', { default: () => 'now()' })
  savedAt!: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'When the draft is published. Null if it is not scheduled.',
  })
  @Column('timestamptz', { nullable: true })
  publishAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the draft could not be published at the planned time. Null if it was not tried.',
  })
  @Column('text', { nullable: true })
  failure!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'Changes of a campaign that are not published yet.' })
@Entity('campaign_drafts')
@Index('campaign_drafts_client_id_idx', ['clientId'])
@Index('campaign_drafts_publish_at_idx', ['publishAt'], { where: 'publish_at IS NOT NULL' })
export class CampaignDraft extends Draft {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @OneToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  @Field(() => GraphQLJSONObject, { description: 'The changed fields, by their names in `UpdateCampaignInput`.' })
  declare content: Record<string, unknown>;
}

@ObjectType({ simpleResolvers: true, description: 'Changes of a sequence that are not published yet.' })
@Entity('sequence_drafts')
@Index('sequence_drafts_client_id_idx', ['clientId'])
@Index('sequence_drafts_publish_at_idx', ['publishAt'], { where: 'publish_at IS NOT NULL' })
export class SequenceDraft extends Draft {
  @PrimaryColumn('uuid')
  sequenceId!: string;

  @OneToOne(() => Sequence, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sequence_id' })
  sequence!: Relation<Sequence>;

  @Field(() => GraphQLJSONObject, { description: 'The changed fields, by their names in `UpdateSequenceInput`.' })
  declare content: Record<string, unknown>;

  @Field(() => EnrolledLeadsAction, {
    description: 'What the version does with the leads that are enrolled when it is published.',
  })
  @Column('text', { default: EnrolledLeadsAction.finish })
  enrolledLeads!: EnrolledLeadsAction;
}
