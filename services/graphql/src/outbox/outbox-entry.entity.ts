import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What the relay does with an entry:
 * - `start`: starts an enrollment's workflow (the follow-up), once
 * - `restart`: starts an enrollment's workflow again if it was cut off
 * - `signal`: signals an enrollment's workflow that its enrollment changed
 * - `lead_notification`: starts a lead notification's workflow
 * - `test_message`: starts a test message's workflow
 * - `webhook`: starts or signals a webhook delivery's workflow
 */
export type OutboxKind = 'start' | 'restart' | 'signal' | 'lead_notification' | 'test_message' | 'webhook';

/** A call to Temporal, committed together with the change that causes it and deleted once it succeeded. */
@Entity('outbox')
@Index('outbox_due_idx', ['nextAttemptAt', 'id'])
export class OutboxEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: OutboxKind;

  /**
   * The id of the enrollment, lead, test message or webhook delivery, depending on `kind`.
   * Not a foreign key, because a workflow must also be signalled when its enrollment was deleted.
   */
  @Column('uuid')
  subjectId!: string;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
