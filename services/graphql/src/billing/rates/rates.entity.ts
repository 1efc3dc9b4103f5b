import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../../clients/client.entity';

const decimal = { precision: 12, scale: 5, nullable: true } as const;

/**
 * What the agency charges from a month on. Rows are only added. Of those that apply to a month, the one of the latest
 * `fromMonth` counts, and of these the newest.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'What the agency charges its clients from a month on, for all clients or for one of them.',
})
@Entity('rates')
@Index('rates_client_id_idx', ['clientId', 'fromMonth', 'changedAt', 'id'])
export class Rates {
  @Field(() => ID, { description: 'The ID of the rates.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The ID of the client, or null for the rates of all clients.' })
  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client> | null;

  @Field(() => String, { description: 'The first month that the rates apply to, as YYYY-MM.' })
  @Column('text')
  fromMonth!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of all amounts, as an ISO 4217 code. Null for the rates of one client.',
  })
  @Column('text', { nullable: true })
  currency!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The fee per month, as a decimal with five places. Null if the rate of all clients applies.',
  })
  @Column('numeric', decimal)
  baseFee!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The price of a lead, as a decimal with five places. Null if the rate of all clients applies.',
  })
  @Column('numeric', decimal)
  perLead!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The price of a carrier segment, as a decimal with five places. Null if the rate of all clients applies.',
  })
  @Column('numeric', decimal)
  perSegment!: string | null;

  @Field(() => String, { description: 'The username of the administrator, or the name of the API key.' })
  @Column('text')
  changedBy!: string;

  @Field(() => Date, { description: 'When the rates were set.' })
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt!: Date;
}
