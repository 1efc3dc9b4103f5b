import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A call to Temporal:
 * - `start`: starts an enrollment's workflow (the follow-up), once
 * - `restart`: starts an enrollment's workflow again if it was cut off
 * - `signal`: signals an enrollment's workflow that its enrollment changed, or terminates it if that was deleted
 * - `lead_notification`: starts or signals a lead notification's workflow
 * - `test_message`: starts a test message's workflow
 * - `webhook`: starts or signals a webhook delivery's workflow
 */
export type CallKind = 'start' | 'restart' | 'signal' | 'lead_notification' | 'test_message' | 'webhook';

/**
 * Work on many rows, done in pages:
 * - `wake_client`, `wake_sequence`, `wake_breaker`: signals the held enrollments of a client, of a sequence, or of all
 *   that wait for the provider
 * - `publish_sequence`: signals the open enrollments of a sequence, which then follow its new version
 * - `wake_notifications`: signals the lead notifications that wait for the provider
 * - `wake_due`: signals the overdue enrollments of a client, or of all clients
 * - `release_leads`: releases a client's held leads
 * - `cancel_deliveries_of_client`, `cancel_deliveries`: cancels pending deliveries of a client, or of a webhook
 * - `remove_owner`: removes a deleted member from the leads that it owned
 * - `lead_job`: changes the leads of a job
 * - `delete_client`, `delete_campaign`, `delete_sequence`, `delete_deliveries`: deletes what belongs to the subject, a
 *   webhook in the last case
 */
export type BulkKind =
  | 'wake_client'
  | 'wake_sequence'
  | 'publish_sequence'
  | 'wake_breaker'
  | 'wake_notifications'
  | 'wake_due'
  | 'release_leads'
  | 'cancel_deliveries_of_client'
  | 'cancel_deliveries'
  | 'remove_owner'
  | 'lead_job'
  | 'delete_client'
  | 'delete_campaign'
  | 'delete_sequence'
  | 'delete_deliveries';

/** The client and subject of entries that concern all clients. */
export const ALL_CLIENTS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Work that was committed together with the change that causes it. It is deleted once it is done, unless it was enqueued
 * again in the meantime. There is at most one entry for each kind and subject.
 */
@Entity('outbox')
@Index('outbox_subject_key', ['subjectId', 'kind'], { unique: true })
@Index('outbox_due_idx', ['isBulk', 'clientId', 'nextAttemptAt', 'id'])
export class OutboxEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: CallKind | BulkKind;

  /**
   * The id of the enrollment, lead, test message, webhook delivery, client, campaign, sequence, member or webhook, depending on
   * `kind`. Not a foreign key, because a workflow must also be signalled when its enrollment was deleted.
   */
  @Column('uuid')
  subjectId!: string;

  /** The client for whom the work is done, because the relay takes turns between clients. */
  @Column('uuid', { default: ALL_CLIENTS })
  clientId!: string;

  @Column('boolean', { default: false })
  isBulk!: boolean;

  /** The last row of the previous page of work on many rows. */
  @Column('uuid', { nullable: true })
  cursor!: string | null;

  /** Incremented each time the entry is enqueued, so that work enqueued while it is done is done again. */
  @Column('integer', { default: 1 })
  version!: number;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
