import { Field, Int, ObjectType } from 'type-graphql';
import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';

/** A table of its own, as a client may not change its row in `clients`. */
@ObjectType({ simpleResolvers: true, description: 'How long a client keeps what people left.' })
@Entity('retentions')
@Check('retentions_lead_days', 'lead_days BETWEEN 30 AND 3650')
export class Retention {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_retentions' })
  clientId!: string;

  @OneToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_retentions_client' })
  client!: Relation<Client>;

  @Field(() => Int, {
    nullable: true,
    description:
      'So many days after they arrived, leads and what looks like spam are deleted, with all texts; a lead whose follow-up is under way once that has ended. Null keeps them for good.',
  })
  @Column('integer', { nullable: true })
  leadDays!: number | null;
}
