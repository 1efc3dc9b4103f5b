import { Field, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn } from 'typeorm';
import { publishEnum } from '../api/publish-enum';

export enum SmsStatus {
  queued = 'queued',
  sent = 'sent',
  failed = 'failed',
  skipped = 'skipped',
  held = 'held',
}
publishEnum(
  SmsStatus,
  'SmsStatus',
  'What became of a text. It stays `sent` once the provider took it; receipts go to deliveryStatus.',
  {
    queued: 'On its way: the provider has not answered yet.',
    sent: 'The provider took it.',
    failed: 'The provider refused it, or could not be asked.',
    skipped: 'Not sent, as the number opted out or has no use for it.',
    held: 'Waits until a switch is on again or the monthly limit has room.',
  },
);

/** What every text is, whoever it goes to: its record is made before the provider is called. */
@ObjectType({ simpleResolvers: true, description: 'A text on its way through the provider.' })
export abstract class OutgoingText {
  /** Where it goes, in E.164. */
  @Column('text')
  toE164!: string;

  @Field(() => String, { description: 'The text as it is sent.' })
  @Column('text')
  body!: string;

  @Field(() => SmsStatus, { description: 'What became of it.' })
  @Column('enum', { enum: SmsStatus, enumName: 'sms_status', default: SmsStatus.queued })
  status!: SmsStatus;

  @Field(() => String, { nullable: true, description: 'Why it failed, was skipped or is held.' })
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { nullable: true })
  providerId!: string | null;

  /** How often a worker was told to send it, but for times that certainly did not reach the provider. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** When a worker was last told so; another asks the provider before it sends. */
  @Column('timestamptz', { nullable: true })
  attemptedAt!: Date | null;

  @Field(() => Date, { description: 'When its record was made.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
