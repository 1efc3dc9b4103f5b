import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { OutgoingText } from './outbound-message.entity';

@ObjectType({
  simpleResolvers: true,
  description: 'A text that a client sent to its own phone to try it. It counts nowhere.',
})
@Entity('test_texts')
@Index('test_texts_client_key', ['clientId', 'key'], { unique: true })
@Index('test_texts_provider_id_key', ['providerId'], { unique: true })
export class TestText extends OutgoingText {
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
}
