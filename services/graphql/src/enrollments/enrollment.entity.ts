import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { publishEnum } from '../api/publish-enum';
import { Sequence } from '../sequences/sequence.entity';

export enum EnrollmentStatus {
  active = 'active',
  held = 'held',
  completed = 'completed',
  cancelled = 'cancelled',
}
publishEnum(EnrollmentStatus, 'EnrollmentStatus', 'Where a lead stands in a sequence.', {
  active: 'Under way.',
  held: 'Waits until a switch is on again or the monthly limit has room.',
  completed: 'Every text went, or the lead was converted.',
  cancelled: 'Ended early.',
});

/** Editing the sequence changes later enrollments only. */
@ObjectType({ simpleResolvers: true, description: 'A step as it was when the lead enrolled.' })
export class EnrolledStep {
  @Field(() => Int, { description: 'How long after the step before it.' })
  delayMinutes!: number;
  @Field(() => String, { description: 'The text, before it is filled in for the lead.' })
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'One lead on its way through one sequence.' })
@Entity('enrollments')
@Index('enrollments_sequence_lead_key', ['sequenceId', 'leadId'], { unique: true })
@Index('enrollments_number_key', ['sequenceId', 'toE164'], { unique: true, where: "status in ('active', 'held')" })
@Index('enrollments_lead_id_idx', ['leadId'])
@Index('enrollments_client_id_idx', ['clientId'])
@Index('enrollments_due_idx', ['clientId', 'nextDueAt'], { where: "status in ('active', 'held')" })
export class Enrollment {
  @Field(() => ID, { description: 'The enrollment’s id; its workflow is `enrollment-{id}`.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The sequence.' })
  @Column('uuid')
  sequenceId!: string;

  @ManyToOne(() => Sequence, { onDelete: 'CASCADE' })
  sequence!: Relation<Sequence>;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  lead!: Relation<Lead>;

  /** The number it was made for; under way in a sequence only once. */
  @Column('text', { nullable: true })
  toE164!: string | null;

  @Field(() => [EnrolledStep], { description: 'Its steps, in order.' })
  @Column('jsonb')
  steps!: EnrolledStep[];

  @Field(() => EnrollmentStatus, { description: 'Where it stands.' })
  @Column('enum', { enum: EnrollmentStatus, enumName: 'enrollment_status', default: EnrollmentStatus.active })
  status!: EnrollmentStatus;

  @Field(() => String, { nullable: true, description: 'Why it is held or was cancelled.' })
  @Column('text', { nullable: true })
  reason!: string | null;

  @Field(() => Int, { description: 'The step that comes next, from 0; equal to totalSteps when none does.' })
  @Column('integer', { default: 0 })
  nextStep!: number;

  @Field(() => Date, { nullable: true, description: 'When that step is due.' })
  @Column('timestamptz', { nullable: true })
  nextDueAt!: Date | null;

  @Field(() => Date, { description: 'When the lead enrolled.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
