import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { Version } from '../api/versions';
import { Campaign } from '../campaigns/campaign.entity';
import type { PlaybookContent } from './playbook-content';

@ObjectType({
  simpleResolvers: true,
  description: 'A campaign with its form and sequences that the agency publishes to many clients, in versions.',
})
@Entity('playbooks')
@Index('playbooks_campaign_id_idx', ['campaignId'])
export class Playbook {
  @Field(() => ID, { description: 'The ID of the playbook.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the campaign whose content is published. Null if it was deleted.',
  })
  @Column('uuid', { nullable: true })
  campaignId!: string | null;

  @ManyToOne(() => Campaign, { onDelete: 'SET NULL', nullable: true })
  campaign!: Relation<Campaign> | null;

  @Field(() => String, { description: 'The name.' })
  @Column('text')
  name!: string;

  @Field(() => String, { description: 'The description, or a blank string.' })
  @Column('text', { default: '' })
  description!: string;

  @Field(() => Int, { description: 'The number of the newest version.' })
  @Column('integer', { default: 1 })
  newestVersion!: number;

  @Field(() => Date, { description: 'When the playbook was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the playbook was last changed or published.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The published content of a playbook. It never changes.' })
@Entity('playbook_versions')
@Index('playbook_versions_number_key', ['playbookId', 'number'], { unique: true })
export class PlaybookVersion {
  @Field(() => ID, { description: 'The ID of the version.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the playbook.' })
  @Column('uuid')
  playbookId!: string;

  @ManyToOne(() => Playbook, { onDelete: 'CASCADE' })
  playbook!: Relation<Playbook>;

  @Field(() => Int, { description: 'The number of the version, from 1.' })
  @Column('integer')
  number!: number;

  @Field(() => GraphQLJSONObject, {
    description:
      '`campaign` has the fields of the campaign by their names in `UpdateCampaignInput`, and `sequences` those of each sequence by their names in `UpdateSequenceInput`, with a `key` that stays in all versions. What belongs to one client is left out.',
  })
  @Column('jsonb')
  content!: PlaybookContent;

  @Field(() => String, { description: 'Who published it.' })
  @Column('text')
  publishedBy!: string;

  @Field(() => Date, { description: 'When it was published.' })
  @CreateDateColumn({ type: 'timestamptz' })
  publishedAt!: Date;
}
