import { Field, ID, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { Version } from '../../api/versions';
import { Client } from '../../clients/client.entity';
import { Lead } from '../lead.entity';

@ObjectType({ simpleResolvers: true, description: 'A note on a lead, which the lead never sees.' })
@Entity('lead_notes')
@Index('lead_notes_lead_id_idx', ['leadId', 'createdAt', 'id'])
@Index('lead_notes_client_id_idx', ['clientId'])
export class LeadNote {
  @Field(() => ID, { description: 'The ID of the note.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the lead.' })
  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  lead!: Relation<Lead>;

  @Field(() => String, { description: 'The text of the note.' })
  @Column('text')
  body!: string;

  /** The administrator, the member, or the client for its account and its dashboard link. Only they change the note. */
  @Column('uuid')
  authorId!: string;

  @Field(() => String, {
    description: 'The name of the account that wrote the note, or of the business if it has no login.',
  })
  @Column('text')
  authorName!: string;

  @Field(() => Date, { description: 'When the note was written.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the note was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}
