import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { OutboundMessage } from './outbound-message.entity';

@ObjectType({
  simpleResolvers: true,
  description: 'A test message that a client sent to its own phone. It counts towards no limit and appears in no list.',
})
@Entity('test_messages')
@Index('test_messages_client_key', ['clientId', 'key'], { unique: true })
@Index('test_messages_queued_idx', ['id'], { where: "status = 'queued'" })
@Index('test_messages_provider_id_key', ['providerId'], { unique: true })
export class TestMessage extends OutboundMessage {
  @Field(() => ID, { description: 'The ID of the test message. The Temporal workflow ID is `test-{id}`.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  /** The client's own sender when the message was claimed. Null for the sender that clients share. */
  @Column('text', { nullable: true })
  sender!: string | null;

  /** The caller's idempotency key. A second request with it returns the first message. */
  @Column('text')
  key!: string;
}
