import { Field, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn } from 'typeorm';
import { registerEnum } from '../api/register-enum';

export enum SmsStatus {
  queued = 'queued',
  sent = 'sent',
  failed = 'failed',
  skipped = 'skipped',
  held = 'held',
}
registerEnum(
  SmsStatus,
  'SmsStatus',
  'The send status of a message. It stays `sent` once the provider accepted the message; `deliveryStatus` has the receipts.',
  {
    queued: 'The provider has not accepted the message yet.',
    sent: 'The provider accepted the message.',
    failed: 'The message was not sent. `reason` says why.',
    skipped: 'The message was not needed or not allowed any more, for example because the number opted out.',
    held: 'The message waits until a setting changes or the monthly limit allows it.',
  },
);

/** The columns of every outbound message. The row is committed before the provider is called. */
@ObjectType({ simpleResolvers: true, description: 'An outbound message.' })
export abstract class OutboundMessage {
  /** The recipient's number, in E.164. */
  @Column('text')
  toE164!: string;

  @Field(() => String, { description: 'The body of the message.' })
  @Column('text')
  body!: string;

  @Field(() => SmsStatus, { description: 'The send status.' })
  @Column('enum', { enum: SmsStatus, enumName: 'sms_status', default: SmsStatus.queued })
  status!: SmsStatus;

  @Field(() => String, { nullable: true, description: 'Why the message failed, was skipped or is held.' })
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { nullable: true })
  providerId!: string | null;

  /** Number of attempts, without those that certainly did not reach the provider. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** When the last attempt started. A later worker looks for the message at the provider before it sends. */
  @Column('timestamptz', { nullable: true })
  attemptedAt!: Date | null;

  @Field(() => Date, { description: 'When the message was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
