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
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Playbook } from './playbook.entity';

@ObjectType({ simpleResolvers: true, description: 'A client’s campaign that was created from a playbook.' })
@Entity('playbook_copies')
@Index('playbook_copies_client_key', ['playbookId', 'clientId'], { unique: true })
@Index('playbook_copies_campaign_key', ['campaignId'], { unique: true })
@Index('playbook_copies_client_id_idx', ['clientId'])
@Index('playbook_copies_playbook_id_idx', ['playbookId', 'createdAt', 'id'])
export class PlaybookCopy {
  @Field(() => ID, { description: 'The ID of the copy.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the playbook.' })
  @Column('uuid')
  playbookId!: string;

  @ManyToOne(() => Playbook, { onDelete: 'CASCADE' })
  playbook!: Relation<Playbook>;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the client’s campaign.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => Int, { description: 'The number of the version that was applied last.' })
  @Column('integer')
  versionNumber!: number;

  /** The client's sequences by their keys in the playbook. Those that the client deleted stay, so that a push does not create them again. */
  @Column('jsonb', { default: {} })
  sequenceIds!: Record<string, string>;

  @Field(() => Date, { description: 'When the copy was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When a version was last applied.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
