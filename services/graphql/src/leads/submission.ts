import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn } from 'typeorm';

/** What came through a form, whether it is a lead or kept apart from them. */
@ObjectType()
export abstract class Submission {
  @Field(() => GraphQLJSONObject, { description: 'The values by form field id, as they were typed.' })
  @Column('json')
  formData!: Record<string, string>;

  @Field(() => String, { nullable: true, description: 'The field that plays the part of the full name.' })
  @Column('text', { nullable: true })
  fullName!: string | null;

  @Field(() => String, { nullable: true, description: 'The field that plays the part of the email.' })
  @Column('text', { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number as it was typed.' })
  @Column('text', { nullable: true })
  phone!: string | null;

  /** The same in E.164, where it is a usable number. */
  @Column('text', { nullable: true })
  phoneE164!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the visitor came from: the `source` of the page’s address.',
  })
  @Column('text', { nullable: true })
  source!: string | null;

  /** The sender’s key for this submission; a retry with it answers the first result. */
  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  @Field(() => Date, { description: 'When it arrived.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
