import { Field, Float, ObjectType } from 'type-graphql';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Version } from '../api/versions';
import { Client } from '../clients/client.entity';

@ObjectType({
  simpleResolvers: true,
  description: 'A client’s own sender of text messages: a Twilio Messaging Service or a phone number.',
})
@Entity('senders')
@Check('senders_one', 'num_nonnulls(messaging_service_sid, from_number) = 1')
@Check('senders_rate', 'messages_per_second > 0 AND messages_per_second <= 100')
export class Sender {
  @PrimaryColumn('uuid')
  clientId!: string;

  @OneToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Field(() => String, { nullable: true, description: 'The SID of the Messaging Service, or null for a phone number.' })
  @Index('senders_messaging_service_sid_key', { unique: true })
  @Column('text', { nullable: true })
  messagingServiceSid!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The phone number in E.164 format, or null for a Messaging Service.',
  })
  @Index('senders_from_number_key', { unique: true })
  @Column('text', { nullable: true })
  fromNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'The ID of the business’s 10DLC brand registration.' })
  @Column('text', { nullable: true })
  brandRegistrationId!: string | null;

  @Field(() => String, { nullable: true, description: 'The ID of the business’s 10DLC campaign registration.' })
  @Column('text', { nullable: true })
  campaignRegistrationId!: string | null;

  @Field(() => Float, { description: 'The highest number of messages to leads that are sent per second.' })
  @Column('double precision', { default: 1 })
  messagesPerSecond!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The provider’s error code, such as `twilio_30034`, if it rejected the sender. The client’s messages are held until the sender is set again.',
  })
  @Column('text', { nullable: true })
  rejectedCode!: string | null;

  @Field(() => Date, { nullable: true, description: 'When the provider rejected the sender, or null.' })
  @Column('timestamptz', { nullable: true })
  rejectedAt!: Date | null;

  @Field(() => Date, { description: 'Since when the client has a sender of its own.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Version()
  version!: number;
}

type SenderName = Pick<Sender, 'messagingServiceSid' | 'fromNumber'>;

/** Returns the SID or number that sends the messages, or null for the sender that clients share. */
export const nameOf = (sender: SenderName | null): string | null =>
  sender && (sender.messagingServiceSid ?? sender.fromNumber);
