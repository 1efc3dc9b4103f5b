import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { SmsStatus } from './sms-message.entity';

@ObjectType({ simpleResolvers: true, description: 'A text that a client sent to its own phone to try it. It counts nowhere.' })
@Entity('test_texts')
@Index('test_texts_client_key', ['clientId', 'key'], { unique: true })
@Index('test_texts_provider_id_key', ['providerId'], { unique: true })
export class TestText {
  @Field(() => ID, { description: 'Its id; its workflow is `test-{id}`.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_test_texts_client' })
  client!: Relation<Client>;

  /** The sender's; asking again with it answers what became of the first. */
  @Column('text')
  key!: string;

  /** Where it goes, in E.164. */
  @Column('text')
  toE164!: string;

  @Field(() => String, { description: 'The text as it is sent.' })
  @Column('text')
  body!: string;

  @Field(() => SmsStatus, { description: 'queued, sent or failed.' })
  @Column('enum', { enum: SmsStatus, enumName: 'sms_status', default: SmsStatus.queued })
  status!: SmsStatus;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { nullable: true })
  providerId!: string | null;

  /** When a worker was told to hand it over. None is told a second time: it may have gone. */
  @Column('timestamptz', { nullable: true })
  attemptedAt!: Date | null;

  @Field(() => Date, { description: 'When it was asked for.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
