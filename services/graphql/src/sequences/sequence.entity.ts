import { Field, ID, Int, ObjectType } from 'type-graphql';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
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
import { publishEnum } from '../api/publish-enum';

export enum SequenceStatus {
  active = 'active',
  inactive = 'inactive',
}
publishEnum(SequenceStatus, 'SequenceStatus', 'Whether a sequence enrolls and texts.', {
  active: 'Enrolls leads and texts them.',
  inactive: 'Enrolls nobody; what is under way waits.',
});

export enum TriggerEvent {
  lead_created = 'lead_created',
  lead_contacted = 'lead_contacted',
}
publishEnum(TriggerEvent, 'TriggerEvent', 'What enrolls a lead: its arrival, or its status first becoming contacted.', {
  lead_created: 'The lead arrives.',
  lead_contacted: 'The lead’s status first becomes contacted.',
});

@ObjectType({ simpleResolvers: true, description: 'Timed text messages that follow up the leads of one campaign.' })
@Entity('sequences')
@Index('sequences_client_id_idx', ['clientId'])
@Index('sequences_campaign_id_idx', ['campaignId'])
export class Sequence {
  @Field(() => ID, { description: 'The sequence’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The client it belongs to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The campaign whose leads it follows up.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => String, { description: 'Its name.' })
  @Column('text')
  name!: string;

  @Field(() => String, { description: 'What it is for.' })
  @Column('text', { default: '' })
  description!: string;

  @Field(() => TriggerEvent, { description: 'What enrolls a lead.' })
  @Column('enum', { enum: TriggerEvent, enumName: 'trigger_event' })
  triggerEvent!: TriggerEvent;

  @Field(() => SequenceStatus, {
    description: 'Switched off, it enrolls nobody and holds its enrollments before their next text.',
  })
  @Column('enum', { enum: SequenceStatus, enumName: 'sequence_status', default: SequenceStatus.active })
  status!: SequenceStatus;

  @Field(() => Boolean, { description: 'Whether a reply ends the enrollment.' })
  @Column('boolean', { default: true })
  stopOnReply!: boolean;

  @Field(() => Date, {
    nullable: true,
    description:
      'Since when its texts wait, as phone companies filtered more than a twentieth of the last hour’s. Saving it lets them go on.',
  })
  @Column('timestamptz', { nullable: true })
  pausedAt!: Date | null;

  @OneToMany(() => Step, (step) => step.sequence)
  steps!: Relation<Step>[];

  @Field(() => Date, { description: 'When it was made.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When it was last saved.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}

@ObjectType('SequenceStep', { simpleResolvers: true, description: 'One text of a sequence.' })
@Entity('steps')
@Check('steps_delay', 'delay_minutes >= 0')
export class Step {
  @PrimaryColumn('uuid')
  sequenceId!: string;

  /** Its place in the sequence, from 0. */
  @PrimaryColumn('integer')
  position!: number;

  @ManyToOne(() => Sequence, (sequence) => sequence.steps, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sequence_id' })
  sequence!: Relation<Sequence>;

  @Field(() => Int, { description: 'Minutes after the step before it; the first counts from the trigger.' })
  @Column('integer')
  delayMinutes!: number;

  @Field(() => String, { description: 'The text, with merge fields such as {{firstName}}.' })
  @Column('text')
  message!: string;
}
