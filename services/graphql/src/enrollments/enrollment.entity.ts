import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { registerEnum } from '../api/register-enum';
import { Sequence } from '../sequences/sequence.entity';

export enum EnrollmentStatus {
  active = 'active',
  held = 'held',
  completed = 'completed',
  cancelled = 'cancelled',
}
registerEnum(EnrollmentStatus, 'EnrollmentStatus', 'The status of a lead in a sequence.', {
  active: 'The sequence is running.',
  held: 'The next message waits. `reason` says why.',
  completed: 'All messages were sent, or the lead was converted.',
  cancelled: 'The sequence stopped early. `reason` says why.',
});

/** A copy of a step, because a published version does not change the messages that a lead had. */
@ObjectType({ simpleResolvers: true, description: 'A step of the version of a sequence that the lead follows.' })
export class EnrolledStep {
  /** The step's key. Steps of enrollments from before versions were kept have none, and neither do messages of people. */
  key?: string;
  @Field(() => Int, {
    nullable: true,
    description: 'The version that the step is of. Null if the lead enrolled before versions were kept.',
  })
  version?: number;
  @Field(() => Int, { description: 'Minutes after the previous step.' })
  delayMinutes!: number;
  @Field(() => String, { description: 'The message template, with merge fields such as {{firstName}}.' })
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A lead’s enrollment in a sequence.' })
@Entity('enrollments')
@Index('enrollments_sequence_lead_key', ['sequenceId', 'leadId'], { unique: true })
@Index('enrollments_number_key', ['sequenceId', 'toE164'], { unique: true, where: "status in ('active', 'held')" })
@Index('enrollments_sequence_id_idx', ['sequenceId', 'createdAt', 'id'])
@Index('enrollments_lead_id_idx', ['leadId'])
@Index('enrollments_number_idx', ['clientId', 'toE164'])
@Index('enrollments_open_number_idx', ['toE164'], { where: "status in ('active', 'held')" })
@Index('enrollments_open_client_idx', ['clientId', 'id'], { where: "status in ('active', 'held')" })
@Index('enrollments_open_sequence_idx', ['sequenceId', 'id'], { where: "status in ('active', 'held')" })
@Index('enrollments_provider_idx', ['id'], { where: "status = 'held' AND reason = 'provider_unavailable'" })
@Index('enrollments_due_idx', ['clientId', 'nextDueAt'], { where: "status in ('active', 'held')" })
export class Enrollment {
  @Field(() => ID, { description: 'The ID of the enrollment. The Temporal workflow ID is `enrollment-{id}`.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  /** Null for a message that a person wrote, which is the only step. The API shows it as a message, not as an enrollment. */
  @Field(() => ID, { description: 'The ID of the sequence.' })
  @Column('uuid', { nullable: true })
  sequenceId!: string | null;

  @ManyToOne(() => Sequence, { onDelete: 'CASCADE', nullable: true })
  sequence!: Relation<Sequence> | null;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  lead!: Relation<Lead>;

  /** The number that agreed, in E.164. All messages go to it. A number has at most one open enrollment in a sequence. */
  @Column('text', { nullable: true })
  toE164!: string | null;

  @Field(() => [EnrolledStep], {
    description: 'The steps, in order: those that the lead had, then those of the version that it follows.',
  })
  @Column('jsonb')
  steps!: EnrolledStep[];

  @Field(() => Int, {
    description: 'The version of the sequence that the lead follows. 0 if it enrolled before versions were kept.',
  })
  @Column('integer', { default: 0 })
  sequenceVersion!: number;

  @Field(() => EnrollmentStatus, { description: 'The status of the enrollment.' })
  @Column('enum', { enum: EnrollmentStatus, enumName: 'enrollment_status', default: EnrollmentStatus.active })
  status!: EnrollmentStatus;

  @Field(() => String, { nullable: true, description: 'Why the enrollment is held or was cancelled.' })
  @Column('text', { nullable: true })
  reason!: string | null;

  @Field(() => Int, { description: 'The next step, from 0. Equals `totalSteps` when no step is left.' })
  @Column('integer', { default: 0 })
  nextStep!: number;

  @Field(() => Date, { nullable: true, description: 'When the next step is due.' })
  @Column('timestamptz', { nullable: true })
  nextDueAt!: Date | null;

  @Field(() => Date, { description: 'When the lead was enrolled.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
