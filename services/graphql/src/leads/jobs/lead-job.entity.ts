import { MAX_LEAD_TAGS, MAX_TAG_LENGTH } from '@dripline/contract/limits';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { registerEnum } from '../../api/register-enum';
import { Client } from '../../clients/client.entity';
import type { LeadFilter } from '../filters/lead-filter';
import { LeadStatus } from '../lead.entity';

/** Hours after its end in which a job can be undone. */
export const UNDO_HOURS = 24;

export enum LeadJobState {
  running = 'running',
  done = 'done',
  canceled = 'canceled',
  failed = 'failed',
}
registerEnum(LeadJobState, 'LeadJobState', 'The state of a job that changes many leads.', {
  running: 'Leads are being changed, page by page.',
  done: 'All leads were changed or skipped.',
  canceled: 'Somebody stopped it. What was changed stays.',
  failed: 'It stopped because of `error`. What was changed before stays.',
});

const tagsOf = (field: string) => ({ message: `${field} must contain at most ${MAX_LEAD_TAGS} tags.` });

/** What a job does with each lead: one of its fields, or `addTags` and `removeTags`. */
@ObjectType('LeadAction', { simpleResolvers: true, description: 'What is done with each lead.' })
@InputType('LeadActionInput', {
  description: 'What is done with each lead: set exactly one field, or `addTags` and `removeTags`.',
})
export class LeadAction {
  @Field(() => LeadStatus, { nullable: true, description: 'The new status.' })
  status?: LeadStatus | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the member of the client’s team who owns the leads then.',
  })
  ownerId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True if the leads lose their owner.' })
  removeOwner?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: `Tags that the leads get, of 1 to ${MAX_TAG_LENGTH} characters.`,
  })
  @IsOptional()
  @ArrayMaxSize(MAX_LEAD_TAGS, tagsOf('addTags'))
  addTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Tags that the leads lose, regardless of case.' })
  @IsOptional()
  @ArrayMaxSize(MAX_LEAD_TAGS, tagsOf('removeTags'))
  removeTags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'The ID of the sequence that is started.' })
  sequenceId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True if all sequences of the leads are stopped.' })
  stopSequences?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True if the leads are deleted.' })
  deleted?: boolean | null;
}

@ObjectType({ simpleResolvers: true, description: 'Leads that were skipped for the same reason.' })
export class SkippedLeads {
  @Field(() => String, { description: 'Why they were skipped, to complete "because …".' })
  reason!: string;

  @Field(() => Int, { description: 'The number of leads.' })
  leads!: number;
}

/**
 * A change of all leads that match a filter, or an import, which is done in pages. The leads are those that exist when
 * the job starts and match when their page is done, oldest first.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'A change of all leads that match a filter, or an import of leads, which is done in the background.',
})
@Entity('lead_jobs')
@Index('lead_jobs_undo_of_key', ['undoOf'], { unique: true, where: `state IN ('running', 'done')` })
@Index('lead_jobs_import_id_idx', ['importId'], { where: 'import_id IS NOT NULL' })
@Index('lead_jobs_client_id_idx', ['clientId', 'createdAt', 'id'])
export class LeadJob {
  @Field(() => ID, { description: 'The ID of the job.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  /** Empty when the job has ended, because it can contain what somebody searched for. */
  @Column('jsonb')
  filter!: LeadFilter;

  @Field(() => LeadAction, { description: 'What is done with each lead. Of an undo, what is undone.' })
  @Column('jsonb')
  action!: LeadAction;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the import whose rows become leads. An undo deletes those leads. The action is empty then.',
  })
  @Column('uuid', { nullable: true })
  importId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The ID of the job that this one undoes.' })
  @Column('uuid', { nullable: true })
  undoOf!: string | null;

  /** Whether another job undoes it, or has undone it. */
  @Column('boolean', { default: false })
  undone!: boolean;

  @Field(() => LeadJobState, { description: 'The state of the job.' })
  @Column('text', { default: LeadJobState.running })
  state!: LeadJobState;

  @Field(() => Int, { description: 'The number of leads that matched, or of rows, when the job started.' })
  @Column('integer')
  total!: number;

  @Field(() => Int, { description: 'The number of leads that are done, changed or not.' })
  @Column('integer', { default: 0 })
  processed!: number;

  @Field(() => Int, { description: 'The number of leads that were changed, or imported.' })
  @Column('integer', { default: 0 })
  changed!: number;

  @Field(() => [SkippedLeads], { description: 'The leads that could not be changed, by reason.' })
  @Column('jsonb', { default: [] })
  skipped!: SkippedLeads[];

  @Field(() => String, { nullable: true, description: 'Why the job failed.' })
  @Column('text', { nullable: true })
  error!: string | null;

  /** The position of the last lead that is done, or of the last row of an import. */
  @Column('text', { default: '-infinity' })
  cursorAt!: string;

  @Column('uuid', { default: '00000000-0000-0000-0000-000000000000' })
  cursorId!: string;

  @Field(() => String, { description: 'The name of the account that started the job.' })
  @Column('text')
  startedBy!: string;

  @Field(() => Date, { description: 'When the job was started.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the job ended.' })
  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
