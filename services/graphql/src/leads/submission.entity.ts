import type { Attribution as StoredAttribution } from '@dripline/runtime/landing/attribution';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn } from 'typeorm';
import { Attribution } from './attribution/attribution.types';

/** The columns that leads and suspected spam share. */
@ObjectType()
export abstract class Submission {
  @Field(() => GraphQLJSONObject, { description: 'The form values as typed, by field ID.' })
  @Column('json')
  formData!: Record<string, string>;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'The labels of the questions as the visitor saw them, by field ID. Values without a label are not answers of the form. Null if none are stored.',
  })
  @Column('jsonb', { nullable: true })
  formLabels!: Record<string, string> | null;

  @Field(() => String, { nullable: true, description: 'The full name, if the form has one.' })
  @Column('text', { nullable: true })
  fullName!: string | null;

  @Field(() => String, { nullable: true, description: 'The email address, if the form has one.' })
  @Column('text', { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number as typed.' })
  @Column('text', { nullable: true })
  phone!: string | null;

  /** The phone number in E.164, if it can receive messages. */
  @Column('text', { nullable: true })
  phoneE164!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The traffic source: the `source` query parameter of the landing page URL, or else `utm_source`.',
  })
  @Column('text', { nullable: true })
  source!: string | null;

  @Field(() => Attribution, { nullable: true, description: 'Where the visitor came from, if it is known.' })
  @Column('jsonb', { nullable: true })
  attribution!: StoredAttribution | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether ad networks may receive conversions of the lead: what the visitor chose on the landing page, and false with Global Privacy Control. Null if the page did not ask.',
  })
  @Column('boolean', { nullable: true })
  adConsent!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text beside the checkbox of `adConsent`, as the visitor saw it. Null if the page did not ask.',
  })
  @Column('text', { nullable: true })
  adConsentText!: string | null;

  /** The variant of an A/B test that the visitor saw. It is no foreign key, because tests end before leads do. */
  @Column('uuid', { nullable: true })
  variantId!: string | null;

  /** The caller's idempotency key. A retry with it returns the first result. */
  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** The hash of the submitted values, with an idempotency key. Another submission with the key is rejected. */
  @Column('text', { nullable: true })
  bodyHash!: string | null;

  @Field(() => Date, { description: 'When the form was submitted.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
