import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { MonthlyLimit } from '../attention/attention.types';
import { Client } from '../clients/client.entity';

@ObjectType({ simpleResolvers: true, description: 'A change of a client’s monthly limit.' })
@Entity('limit_changes')
@Index('limit_changes_client_id_idx', ['clientId', 'changedAt', 'id'])
export class LimitChange {
  @Field(() => ID, { description: 'The ID of the change.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Field(() => MonthlyLimit, { description: 'The limit.' })
  @Column('text')
  quota!: MonthlyLimit;

  @Field(() => Int, { description: 'The limit before the change.' })
  @Column('integer')
  previous!: number;

  @Field(() => Int, { description: 'The limit after the change.' })
  @Column('integer')
  current!: number;

  @Field(() => String, { description: 'The username of the administrator, or the name of the API key.' })
  @Column('text')
  changedBy!: string;

  @Field(() => Date, { description: 'When the limit was changed.' })
  @Column('timestamptz', { default: () => 'now()' })
  changedAt!: Date;
}
