import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { AbTest } from './ab-test.entity';

@ObjectType({
  simpleResolvers: true,
  description:
    'A variant of a landing page. The first is the campaign’s own page. Null fields show what that page shows.',
})
@Entity('ab_test_variants')
@Index('ab_test_variants_position_key', ['testId', 'position'], { unique: true })
@Index('ab_test_variants_image_idx', ['formImageUrl'], { where: 'form_image_url IS NOT NULL' })
export class AbTestVariant {
  @Field(() => ID, { description: 'The ID of the variant.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @Column('uuid')
  testId!: string;

  @ManyToOne(() => AbTest, (test) => test.variants, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'test_id' })
  test!: Relation<AbTest>;

  @Field(() => Int, { description: 'The position in the test, from 0.' })
  @Column('integer')
  position!: number;

  @Field(() => String, { nullable: true, description: 'The headline.' })
  @Column('text', { nullable: true })
  headline!: string | null;

  @Field(() => String, { nullable: true, description: 'The text below the headline.' })
  @Column('text', { nullable: true })
  subheadline!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL or object path of the image beside the form, which also replaces a video.',
  })
  @Column('text', { nullable: true })
  formImageUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'The label of the submit button.' })
  @Column('text', { nullable: true })
  submitButtonText!: string | null;

  @Field(() => [ID], { description: 'The fields of the campaign’s form that the variant does not show.' })
  @Column('text', { array: true, default: '{}' })
  hiddenFieldIds!: string[];

  /** The page version that its visitors submit, which tells their leads apart. */
  @Column('text', { default: '' })
  pageVersion!: string;

  /** The number of views, counted with each batch of views. */
  @Column('integer', { default: 0 })
  views!: number;

  /** The leads when the test ended. Null before. */
  @Column('integer', { nullable: true })
  leads!: number | null;

  /** The qualified and converted leads when the test ended. Null before. */
  @Column('integer', { nullable: true })
  qualified!: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'The figures of a variant.' })
export class AbTestVariantStats {
  @Field(() => Int, { description: 'The number of views.' })
  views!: number;

  @Field(() => Int, { description: 'The number of leads.' })
  leads!: number;

  @Field(() => Int, { description: 'The number of leads that are qualified or converted.' })
  qualified!: number;

  @Field(() => Float, { description: 'The chance that it brings the most leads per view, from 0 to 1.' })
  chanceByLeads!: number;

  @Field(() => Float, { description: 'The chance that it brings the most qualified leads per view, from 0 to 1.' })
  chanceByQualified!: number;
}
