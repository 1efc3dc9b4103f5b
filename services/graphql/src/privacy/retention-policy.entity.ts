import { Field, Int, ObjectType } from 'type-graphql';
import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Version } from '../api/versions';
import { Client } from '../clients/client.entity';

/** Stored in its own table because clients may not update their row in `clients`. */
@ObjectType({ simpleResolvers: true, description: 'A client’s data retention policy.' })
@Entity('retention_policies')
@Check('retention_policies_lead_days', 'lead_days BETWEEN 30 AND 3650')
export class RetentionPolicy {
  @PrimaryColumn('uuid')
  clientId!: string;

  @OneToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of days after which leads and spam submissions are deleted, with their messages. A lead with an active enrollment is deleted after the enrollment ends. Null keeps them indefinitely.',
  })
  @Column('integer', { nullable: true })
  leadDays!: number | null;

  @Version()
  version!: number;
}
