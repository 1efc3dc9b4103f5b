import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Lead, type LeadStatus } from '../lead.entity';
import { LeadJob } from './lead-job.entity';

/** What a job changed of a lead, so that it can be undone. */
@Entity('lead_job_changes')
@Index('lead_job_changes_lead_id_idx', ['leadId'])
export class LeadJobChange {
  @PrimaryColumn('uuid')
  jobId!: string;

  @ManyToOne(() => LeadJob, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'job_id' })
  job!: Relation<LeadJob>;

  @PrimaryColumn('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @Column('uuid')
  clientId!: string;

  /** The status before, if the job set one. */
  @Column('enum', { enumName: 'lead_status', enum: ['new', 'contacted', 'qualified', 'converted'], nullable: true })
  previousStatus!: LeadStatus | null;

  /** The owner before, if the job set one or removed it. */
  @Column('uuid', { nullable: true })
  previousOwnerId!: string | null;

  @Column('text', { array: true, default: [] })
  addedTags!: string[];

  @Column('text', { array: true, default: [] })
  removedTags!: string[];

  /** The version of the lead after the change. A lead with another one was changed since. */
  @Column('integer')
  version!: number;
}
