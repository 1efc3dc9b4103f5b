import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../../clients/client.entity';
import { Campaign } from '../campaign.entity';

@ObjectType({
  simpleResolvers: true,
  description:
    'The published content of a campaign. A version is created when a save changes the content, and never changes.',
})
@Entity('campaign_versions')
@Index('campaign_versions_number_key', ['campaignId', 'number'], { unique: true })
@Index('campaign_versions_client_id_idx', ['clientId'])
export class CampaignVersion {
  @Field(() => ID, { description: 'The ID of the version.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the campaign.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => Int, { description: 'The number of the version, from 1.' })
  @Column('integer')
  number!: number;

  @Field(() => GraphQLJSONObject, {
    description:
      'The fields of the campaign, by their names in `UpdateCampaignInput`, without `status` and `archived`. Uploaded media that was replaced since is deleted.',
  })
  @Column('jsonb')
  content!: Record<string, unknown>;

  @Field(() => String, {
    nullable: true,
    description: 'Who published it. Null if it was published before versions were kept.',
  })
  @Column('text', { nullable: true })
  publishedBy!: string | null;

  @Field(() => Date, { description: 'When it was published.' })
  @CreateDateColumn({ type: 'timestamptz' })
  publishedAt!: Date;
}
