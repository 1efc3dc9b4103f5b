import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * `start` begins an enrollment's workflow, once; `restart` also where one was cut off; `signal` wakes it to look again; `alert` begins a lead's alert,
 * `test` a test text's workflow, `webhook` a delivery's, or has it look again.
 */
export type OutboxKind = 'start' | 'restart' | 'signal' | 'alert' | 'test' | 'webhook';

/** Something Temporal must hear, committed together with the change that it follows from, and deleted once heard. */
@Entity('outbox')
@Index('outbox_due_idx', ['nextAttemptAt', 'id'])
export class OutboxEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: OutboxKind;

  /** The enrollment's id, for an alert the lead's, for a test the text's, for a webhook the delivery's. No foreign key: a workflow must also hear that its enrollment is gone. */
  @Column('uuid')
  subjectId!: string;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
