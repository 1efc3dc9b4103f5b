import {
  MAX_FORM_KEYS,
  MAX_NAME_LENGTH,
  MAX_TEST_VARIANTS,
  MAX_TEXT_LENGTH,
  TEST_IMPROVEMENT,
} from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { IsMediaUrl } from '../campaigns/url-rules';
import { AbTestGoal } from './ab-test.entity';

const maxLength = (length: number) => MaxLength(length, { message: validationMessages.maxLength(length) });

@InputType({
  description:
    'A variant of a landing page. Fields that are omitted, null, blank or the same show what the campaign’s own page shows.',
})
export class AbTestVariantInput {
  @Field(() => String, { nullable: true, description: 'The headline.' })
  @IsOptional()
  @maxLength(MAX_TEXT_LENGTH)
  headline?: string | null;

  @Field(() => String, { nullable: true, description: 'The text below the headline.' })
  @IsOptional()
  @maxLength(MAX_TEXT_LENGTH)
  subheadline?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The https URL or object path of the image beside the form, which also replaces a video.',
  })
  @IsOptional()
  @IsMediaUrl()
  formImageUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The label of the submit button.' })
  @IsOptional()
  @maxLength(MAX_NAME_LENGTH)
  submitButtonText?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The fields of the campaign’s form that the variant does not show. It must show at least one.',
  })
  @IsOptional()
  @ArrayMaxSize(MAX_FORM_KEYS, { message: `A form must have at most ${MAX_FORM_KEYS} fields.` })
  hiddenFieldIds?: string[] | null;
}

@ArgsType()
export class AbTestPlanArgs {
  @Field(() => AbTestGoal, {
    defaultValue: AbTestGoal.leads,
    description: 'What the variants are judged by.',
  })
  goal!: AbTestGoal;

  @Field(() => Int, {
    defaultValue: TEST_IMPROVEMENT.default,
    description: `The smallest improvement to find, in percent of the rate: ${TEST_IMPROVEMENT.min} to ${TEST_IMPROVEMENT.max}. A smaller one needs more views.`,
  })
  @Min(TEST_IMPROVEMENT.min, { message: validationMessages.testImprovement })
  @Max(TEST_IMPROVEMENT.max, { message: validationMessages.testImprovement })
  improvement!: number;
}

@InputType({ description: 'A new A/B test.' })
export class StartAbTestInput {
  @Field(() => AbTestGoal, { description: 'What the variants are judged by.' })
  goal!: AbTestGoal;

  @Field(() => Int, {
    description: `The smallest improvement to find, in percent of the rate: ${TEST_IMPROVEMENT.min} to ${TEST_IMPROVEMENT.max}. It decides how many views each variant gets.`,
  })
  @Min(TEST_IMPROVEMENT.min, { message: validationMessages.testImprovement })
  @Max(TEST_IMPROVEMENT.max, { message: validationMessages.testImprovement })
  improvement!: number;

  @Field(() => [AbTestVariantInput], {
    description: `The variants beside the campaign’s own page: 1 to ${MAX_TEST_VARIANTS - 1}.`,
  })
  @ArrayMinSize(1, { message: validationMessages.testVariants })
  @ArrayMaxSize(MAX_TEST_VARIANTS - 1, { message: validationMessages.testVariants })
  @ValidateNested({ each: true })
  variants!: AbTestVariantInput[];
}
