import { Field, ID, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { registerEnum } from '../api/register-enum';

export enum ReplyIntent {
  stop = 'stop',
  start = 'start',
  help = 'help',
  review = 'review',
  reply = 'reply',
}
registerEnum(ReplyIntent, 'ReplyIntent', 'What a reply asks for.', {
  stop: 'No more messages. The number is opted out.',
  start: 'Messages again. The number is opted in.',
  help: 'Help. The provider answers it.',
  review: 'Possibly an opt-out. A person should review it.',
  reply: 'Any other reply.',
});

@ObjectType({ simpleResolvers: true, description: 'A message received from a lead.' })
@Entity('replies')
@Index('replies_provider_id_key', ['providerId', 'clientId'], { unique: true })
@Index('replies_lead_id_idx', ['leadId'])
@Index('replies_client_id_idx', ['clientId'])
@Index('replies_stop_idx', { synchronize: false })
export class Reply {
  @Field(() => ID, { description: 'The ID of the reply.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @Column('text')
  providerId!: string;

  @Field(() => String, { description: 'The body of the reply.' })
  @Column('text')
  body!: string;

  @Field(() => ReplyIntent, { description: 'What the reply asks for.' })
  @Column('text')
  intent!: ReplyIntent;

  @Field(() => Date, { description: 'When the reply was received.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
