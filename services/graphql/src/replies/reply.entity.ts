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
import { publishEnum } from '../api/publish-enum';

export enum ReplyMeaning {
  stop = 'stop',
  start = 'start',
  help = 'help',
  review = 'review',
  reply = 'reply',
}
publishEnum(ReplyMeaning, 'ReplyMeaning', 'What a lead’s text asks for.', {
  stop: 'No more texts: the number is opted out.',
  start: 'Texts again: the number is opted in.',
  help: 'Who this is, and how to stop.',
  review: 'May ask for no more texts: somebody should read it.',
  reply: 'An answer.',
});

@ObjectType({ simpleResolvers: true, description: 'A text that came back from a lead.' })
@Entity('replies')
@Index('replies_provider_id_key', ['providerId', 'clientId'], { unique: true })
@Index('replies_lead_id_idx', ['leadId'])
@Index('replies_client_id_idx', ['clientId'])
export class Reply {
  @Field(() => ID, { description: 'The reply’s id.' })
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'PK_replies' })
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_replies_client' })
  client!: Relation<Client>;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id', foreignKeyConstraintName: 'FK_replies_lead' })
  lead!: Relation<Lead>;

  @Column('text')
  providerId!: string;

  @Field(() => String, { description: 'Its words.' })
  @Column('text')
  body!: string;

  @Field(() => ReplyMeaning, { description: 'What it asks for.' })
  @Column('text')
  meaning!: ReplyMeaning;

  @Field(() => Date, { description: 'When it came.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
