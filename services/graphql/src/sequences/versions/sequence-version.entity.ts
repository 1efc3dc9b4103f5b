import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { registerEnum } from '../../api/register-enum';
import { Client } from '../../clients/client.entity';
import { Sequence, Step, TriggerEvent } from '../sequence.entity';

export enum EnrolledLeadsAction {
  finish = 'finish',
  move = 'move',
  stop = 'stop',
}
registerEnum(
  EnrolledLeadsAction,
  'EnrolledLeadsAction',
  'What a new version does with leads that are already enrolled.',
  {
    finish: 'They finish on the version that they follow.',
    move: 'They move to the new version before their next message, and get no message again that they had.',
    stop: 'They receive no more messages.',
  },
);

/** A published step. */
export type VersionStep = Pick<Step, 'key' | 'delayMinutes' | 'message' | 'variants'>;

@ObjectType({
  simpleResolvers: true,
  description:
    'The published content of a sequence. A version is created when a change affects what leads receive, and never changes.',
})
@Entity('sequence_versions')
@Index('sequence_versions_number_key', ['sequenceId', 'number'], { unique: true })
@Index('sequence_versions_client_id_idx', ['clientId'])
export class SequenceVersion {
  @Field(() => ID, { description: 'The ID of the version.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the sequence.' })
  @Column('uuid')
  sequenceId!: string;

  @ManyToOne(() => Sequence, { onDelete: 'CASCADE' })
  sequence!: Relation<Sequence>;

  @Field(() => Int, { description: 'The number of the version, from 1.' })
  @Column('integer')
  number!: number;

  @Field(() => TriggerEvent, { description: 'The event that enrolls a lead.' })
  @Column('enum', { enum: TriggerEvent, enumName: 'trigger_event' })
  triggerEvent!: TriggerEvent;

  @Field(() => Boolean, { description: 'Whether a reply cancels the lead’s enrollment.' })
  @Column('boolean')
  stopOnReply!: boolean;

  @Field(() => [Step], { description: 'The messages, in order.' })
  @Column('jsonb')
  steps!: VersionStep[];

  @Field(() => EnrolledLeadsAction, { description: 'What it did with the leads that were enrolled before.' })
  @Column('text')
  enrolledLeads!: EnrolledLeadsAction;

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
