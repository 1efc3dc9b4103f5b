import { MAX_NAME_LENGTH, MAX_PAGE_ITEM_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';

const maxLengthMessage = (length: number) => ({ message: validationMessages.maxLength(length) });
const missing = { message: validationMessages.pageItemMissing };
const starsRange = { message: validationMessages.stars };

@ObjectType({ simpleResolvers: true, description: 'What a customer says about the business.' })
@InputType('TestimonialInput', { description: 'What a customer says about the business.' })
export class Testimonial {
  @Field(() => String, { description: 'The customer’s words, at most 1,000 characters.' })
  @Matches(/\S/, missing)
  @MaxLength(MAX_PAGE_ITEM_LENGTH, maxLengthMessage(MAX_PAGE_ITEM_LENGTH))
  quote!: string;

  @Field(() => String, { description: 'The customer’s name, as shown.' })
  @Matches(/\S/, missing)
  @MaxLength(MAX_NAME_LENGTH, maxLengthMessage(MAX_NAME_LENGTH))
  name!: string;

  @Field(() => Int, { nullable: true, description: 'The customer’s rating in stars, 1 to 5. Null to show none.' })
  @IsOptional()
  @Min(1, starsRange)
  @Max(5, starsRange)
  stars?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'A frequently asked question and its answer.' })
@InputType('FaqItemInput', { description: 'A frequently asked question and its answer.' })
export class FaqItem {
  @Field(() => String, { description: 'The question.' })
  @Matches(/\S/, missing)
  @MaxLength(MAX_NAME_LENGTH, maxLengthMessage(MAX_NAME_LENGTH))
  question!: string;

  @Field(() => String, { description: 'The answer, at most 1,000 characters.' })
  @Matches(/\S/, missing)
  @MaxLength(MAX_PAGE_ITEM_LENGTH, maxLengthMessage(MAX_PAGE_ITEM_LENGTH))
  answer!: string;
}
