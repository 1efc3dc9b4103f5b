import { Field, ID, Int, ObjectType } from 'type-graphql';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Generated,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Version } from '../api/versions';
import { registerEnum } from '../api/register-enum';

export enum SequenceStatus {
  active = 'active',
  inactive = 'inactive',
}
registerEnum(SequenceStatus, 'SequenceStatus', 'Whether a sequence is running.', {
  active: 'The sequence enrolls leads and sends messages.',
  inactive: 'The sequence enrolls no leads. Enrolled leads wait before their next message.',
});

export enum TriggerEvent {
  lead_created = 'lead_created',
  lead_contacted = 'lead_contacted',
}
registerEnum(TriggerEvent, 'TriggerEvent', 'The event that enrolls a lead.', {
  lead_created: 'The lead arrived.',
  lead_contacted: 'The lead’s status became `contacted` for the first time.',
});

@ObjectType({ simpleResolvers: true, description: 'Timed messages that follow up the leads of a campaign.' })
@Entity('sequences')
@Index('sequences_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('sequences_campaign_id_idx', ['campaignId'])
@Index('sequences_deleting_idx', ['id'], { where: 'deleting' })
export class Sequence {
  @Field(() => ID, { description: 'The ID of the sequence.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the campaign whose leads the sequence follows up.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => String, { description: 'The name of the sequence.' })
  @Column('text')
  name!: string;

  @Field(() => String, { description: 'The description of the sequence.' })
  @Column('text', { default: '' })
  description!: string;

  @Field(() => TriggerEvent, { description: 'The event that enrolls a lead.' })
  @Column('enum', { enum: TriggerEvent, enumName: 'trigger_event' })
  triggerEvent!: TriggerEvent;

  @Field(() => SequenceStatus, {
    description: 'Whether the sequence enrolls leads and sends messages.',
  })
  @Column('enum', { enum: SequenceStatus, enumName: 'sequence_status', default: SequenceStatus.active })
  status!: SequenceStatus;

  @Field(() => Boolean, { description: 'Whether a reply cancels the lead’s enrollment.' })
  @Column('boolean', { default: true })
  stopOnReply!: boolean;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the sequence was paused because carriers filtered more than 5% of its messages in an hour. Saving the sequence resumes it.',
  })
  @Column('timestamptz', { nullable: true })
  pausedAt!: Date | null;

  @Field(() => Int, { description: 'The number of the version that leads enroll in.' })
  @Column('integer', { default: 1 })
  publishedVersion!: number;

  @OneToMany(() => Step, (step) => step.sequence)
  steps!: Relation<Step>[];

  /** Whether it is being deleted. Row-level security hides it from everything but the deletion. */
  @Column('boolean', { default: false })
  deleting!: boolean;

  @Field(() => Date, { description: 'When the sequence was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the sequence was last saved.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}

@ObjectType('SequenceStep', { simpleResolvers: true, description: 'A message of a sequence.' })
@Entity('steps')
@Check('steps_delay', 'delay_minutes >= 0')
export class Step {
  @PrimaryColumn('uuid')
  sequenceId!: string;

  /** The position in the sequence, from 0. */
  @PrimaryColumn('integer')
  position!: number;

  @ManyToOne(() => Sequence, (sequence) => sequence.steps, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sequence_id' })
  sequence!: Relation<Sequence>;

  @Field(() => ID, { description: 'Identifies the step in all versions of the sequence.' })
  @Column('uuid')
  @Generated('uuid')
  key!: string;

  @Field(() => Int, { description: 'Minutes after the previous step. The first step counts from the trigger event.' })
  @Column('integer')
  delayMinutes!: number;

  @Field(() => String, { description: 'The message template, with merge fields such as {{firstName}}.' })
  @Column('text')
  message!: string;

  @Field(() => [String], {
    description:
      'Other messages that are compared with `message`. Each lead that is enrolled gets one of them, while the client’s `abTestingEnabled` is on.',
  })
  @Column('text', { array: true, default: '{}' })
  variants!: string[];
}
