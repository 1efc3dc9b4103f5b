import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@ObjectType({
  simpleResolvers: true,
  description: 'A message that the `log` provider stored instead of sending it to a carrier.',
})
@Entity('sms_log')
export class LoggedMessage {
  @Field(() => ID, { description: 'The ID of the message.' })
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  toE164!: string;

  @Column('text')
  body!: string;

  @Field(() => Date, { description: 'When the message was stored.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
