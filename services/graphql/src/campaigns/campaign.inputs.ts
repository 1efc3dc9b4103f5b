import {
  FORM_IMAGE_SIZE,
  LOGO_SIZE,
  MAX_DISCLOSURE_LENGTH,
  MAX_FORM_KEYS,
  MAX_NAME_LENGTH,
  MAX_SLUG_LENGTH,
  MAX_TEXT_LENGTH,
} from '@dripline/contract/limits';
import { ArrayMaxSize, IsOptional, Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { CampaignStatus, PostSubmissionType } from './campaign.entity';
import { FormFieldType } from './form-field.entity';
import { IsMediaUrl, IsRedirectUrl } from './url-rules';

const atMost = (length: number) => ({ message: `Use at most ${length} characters` });
const within = ({ min, max }: { min: number; max: number }) => ({ message: `Use ${min} to ${max} px` });

@InputType({ description: 'One field of a form, in its place.' })
export class FormFieldInput {
  @Field(() => String, {
    nullable: true,
    description: 'Key of its values; from the label where left out, made unique within the form.',
  })
  @IsOptional()
  @MaxLength(100, atMost(100))
  id?: string | null;

  @Field(() => FormFieldType, { description: 'The control.' })
  type!: FormFieldType;

  @Field(() => String, { description: 'What the visitor reads beside it.' })
  @Matches(/\S/, { message: 'A field needs a label' })
  @Length(1, MAX_NAME_LENGTH, { message: `A label has 1 to ${MAX_NAME_LENGTH} characters` })
  label!: string;

  @Field(() => String, { nullable: true, description: 'The label where left out or blank.' })
  @IsOptional()
  @MaxLength(MAX_NAME_LENGTH, atMost(MAX_NAME_LENGTH))
  placeholder?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True where left out.' })
  required?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'What a select offers.' })
  @IsOptional()
  @ArrayMaxSize(100, { message: 'Use at most 100 options' })
  @MaxLength(MAX_NAME_LENGTH, { each: true, ...atMost(MAX_NAME_LENGTH) })
  options?: string[] | null;
}

@InputType({ description: 'What to change of a campaign. What is left out stays; null or blank clears an address.' })
export class UpdateCampaignInput {
  @Field(() => String, { nullable: true, description: 'Its name in the dashboard.' })
  @IsOptional()
  @Matches(/\S/, { message: 'Campaign name is required' })
  @Length(1, MAX_NAME_LENGTH, { message: `Campaign name is required, with at most ${MAX_NAME_LENGTH} characters` })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its part of the address; from the name where left out or blank.',
  })
  @IsOptional()
  @MaxLength(MAX_SLUG_LENGTH, atMost(MAX_SLUG_LENGTH))
  slug?: string | null;

  @Field(() => CampaignStatus, { nullable: true, description: 'Whether its landing page is shown.' })
  status?: CampaignStatus | null;

  @Field(() => String, { nullable: true, description: 'The large line of the page.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, atMost(MAX_TEXT_LENGTH))
  headline?: string | null;

  @Field(() => String, { nullable: true, description: 'The text under it.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, atMost(MAX_TEXT_LENGTH))
  subheadline?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the logo.' })
  @IsOptional()
  @IsMediaUrl()
  logoImageUrl?: string | null;

  @Field(() => Int, { nullable: true, description: 'Height of the logo in px, 32 to 200.' })
  @IsOptional()
  @Min(LOGO_SIZE.min, within(LOGO_SIZE))
  @Max(LOGO_SIZE.max, within(LOGO_SIZE))
  logoSize?: number | null;

  @Field(() => String, { nullable: true, description: 'Address of the image behind the page.' })
  @IsOptional()
  @IsMediaUrl()
  backgroundImageUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the image beside the form.' })
  @IsOptional()
  @IsMediaUrl()
  formImageUrl?: string | null;

  @Field(() => Int, { nullable: true, description: 'Height of that image in px, 80 to 300.' })
  @IsOptional()
  @Min(FORM_IMAGE_SIZE.min, within(FORM_IMAGE_SIZE))
  @Max(FORM_IMAGE_SIZE.max, within(FORM_IMAGE_SIZE))
  formImageSize?: number | null;

  @Field(() => String, { nullable: true, description: 'Address of the video shown in its place.' })
  @IsOptional()
  @IsMediaUrl()
  formVideoUrl?: string | null;

  @Field(() => [FormFieldInput], { nullable: true, description: 'The whole form, in order.' })
  @IsOptional()
  @ArrayMaxSize(MAX_FORM_KEYS, { message: `A form has at most ${MAX_FORM_KEYS} fields` })
  @ValidateNested({ each: true })
  formFields?: FormFieldInput[] | null;

  @Field(() => String, { nullable: true, description: 'The text of the form’s button.' })
  @IsOptional()
  @MaxLength(MAX_NAME_LENGTH, atMost(MAX_NAME_LENGTH))
  submitButtonText?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What a visitor who leaves a phone number agrees to; blank brings the default back.',
  })
  @IsOptional()
  @MaxLength(MAX_DISCLOSURE_LENGTH, atMost(MAX_DISCLOSURE_LENGTH))
  disclosure?: string | null;

  @Field(() => PostSubmissionType, { nullable: true, description: 'What follows the form.' })
  postSubmissionType?: PostSubmissionType | null;

  @Field(() => String, { nullable: true, description: 'An https address; needed where the type is redirect.' })
  @IsOptional()
  @IsRedirectUrl()
  redirectUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The thank-you text.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, atMost(MAX_TEXT_LENGTH))
  thankYouMessage?: string | null;
}

@InputType({ description: 'A new campaign; what is left out takes its default.' })
export class CreateCampaignInput extends UpdateCampaignInput {
  @Field(() => String, { description: 'Its name in the dashboard.' })
  override name!: string;
}
