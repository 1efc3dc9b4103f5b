import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@ObjectType({ simpleResolvers: true, description: 'A text that the `log` provider took in place of a carrier.' })
@Entity('logged_texts')
export class LoggedText {
  @Field(() => ID, { description: 'The id of the SMS message; a second one with it changes nothing.' })
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  toE164!: string;

  @Column('text')
  body!: string;

  @Field(() => Date, { description: 'When it was taken.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
