import { CONTACT_PHONE } from '@dripline/contract/rules/contact-links';
import { validationMessages } from '@dripline/contract/validation-messages';
import {
  FORM_IMAGE_SIZE,
  LOGO_SIZE,
  MAX_DISCLOSURE_LENGTH,
  MAX_FAQ_ITEMS,
  MAX_FORM_KEYS,
  MAX_NAME_LENGTH,
  MAX_SLUG_LENGTH,
  MAX_TESTIMONIALS,
  MAX_TEXT_LENGTH,
} from '@dripline/contract/limits';
import {
  ArrayMaxSize,
  IsOptional,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { CampaignLanguage, CampaignLayout, CampaignStatus, PostSubmissionType } from './campaign.entity';
import { FormFieldType } from './form-field.entity';
import { FaqItem, Testimonial } from './page-items.types';
import { IsMediaUrl, IsRedirectUrl } from './url-rules';

const maxLengthMessage = (length: number) => ({ message: validationMessages.maxLength(length) });
const rangeMessage = ({ min, max }: { min: number; max: number }) => ({
  message: `Size must be ${min} to ${max} pixels.`,
});

@InputType({ description: 'A field of a campaign’s form.' })
export class FormFieldInput {
  @Field(() => String, {
    nullable: true,
    description: 'The field’s key in a lead’s `formData`. Defaults to a unique key derived from the label.',
  })
  @IsOptional()
  @MaxLength(100, maxLengthMessage(100))
  id?: string | null;

  @Field(() => FormFieldType, { description: 'The kind of input.' })
  type!: FormFieldType;

  @Field(() => String, { description: 'The label that visitors see.' })
  @Matches(/\S/, { message: validationMessages.fieldLabelMissing })
  @Length(1, MAX_NAME_LENGTH, { message: `Label must have 1 to ${MAX_NAME_LENGTH} characters.` })
  label!: string;

  @Field(() => String, { nullable: true, description: 'The placeholder text. Defaults to the label.' })
  @IsOptional()
  @MaxLength(MAX_NAME_LENGTH, maxLengthMessage(MAX_NAME_LENGTH))
  placeholder?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether visitors must fill in the field. Defaults to true.' })
  required?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'The choices of a `select` field.' })
  @IsOptional()
  @ArrayMaxSize(100, { message: 'A select field must have at most 100 options.' })
  @MaxLength(MAX_NAME_LENGTH, { each: true, ...maxLengthMessage(MAX_NAME_LENGTH) })
  options?: string[] | null;
}

@InputType({
  description: 'The fields of a campaign to update. Omitted fields are unchanged. Null or a blank string clears a URL.',
})
export class UpdateCampaignInput {
  @Field(() => String, { nullable: true, description: 'The campaign’s name in the dashboard.' })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.campaignNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.campaignNameLength })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The campaign’s part of the landing page URL. If it is blank, or omitted for a new campaign, it is derived from the name.',
  })
  @IsOptional()
  @MaxLength(MAX_SLUG_LENGTH, maxLengthMessage(MAX_SLUG_LENGTH))
  slug?: string | null;

  @Field(() => CampaignStatus, {
    nullable: true,
    description: 'Whether the landing page is published. `active` takes an archived campaign out of the archive.',
  })
  status?: CampaignStatus | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the campaign is archived. True also makes it inactive, whatever `status` says.',
  })
  archived?: boolean | null;

  @Field(() => CampaignLanguage, {
    nullable: true,
    description:
      'The language of the landing page’s own texts and of what is added to messages. Defaults of the disclosure and the submit button follow it.',
  })
  language?: CampaignLanguage | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The campaign of the same client that this one is a translation of. If that is a translation too, its original is stored. A blank string or null links it to none.',
  })
  @IsOptional()
  @ValidateIf((_, value) => value !== '')
  @IsUUID(undefined, { message: validationMessages.translationOf })
  translationOfId?: string | null;

  @Field(() => CampaignLayout, { nullable: true, description: 'How the landing page is laid out.' })
  layout?: CampaignLayout | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The color of the landing page’s button and accents, as `#rrggbb`. A blank string restores the default.',
  })
  @IsOptional()
  @Matches(/^(#[0-9a-f]{6})?$/i, { message: validationMessages.brandColor })
  brandColor?: string | null;

  @Field(() => String, { nullable: true, description: 'The landing page’s headline.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, maxLengthMessage(MAX_TEXT_LENGTH))
  headline?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text below the headline. Lines that start with `- ` are shown as a list of benefits.',
  })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, maxLengthMessage(MAX_TEXT_LENGTH))
  subheadline?: string | null;

  @Field(() => String, { nullable: true, description: 'The https URL or object path of the logo.' })
  @IsOptional()
  @IsMediaUrl()
  logoImageUrl?: string | null;

  @Field(() => Int, { nullable: true, description: 'The height of the logo in pixels, 32 to 200.' })
  @IsOptional()
  @Min(LOGO_SIZE.min, rangeMessage(LOGO_SIZE))
  @Max(LOGO_SIZE.max, rangeMessage(LOGO_SIZE))
  logoSize?: number | null;

  @Field(() => String, { nullable: true, description: 'The https URL or object path of the background image.' })
  @IsOptional()
  @IsMediaUrl()
  backgroundImageUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The https URL or object path of the image beside the form.' })
  @IsOptional()
  @IsMediaUrl()
  formImageUrl?: string | null;

  @Field(() => Int, { nullable: true, description: 'The height of the form image in pixels, 80 to 300.' })
  @IsOptional()
  @Min(FORM_IMAGE_SIZE.min, rangeMessage(FORM_IMAGE_SIZE))
  @Max(FORM_IMAGE_SIZE.max, rangeMessage(FORM_IMAGE_SIZE))
  formImageSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The https URL or object path of a video that is shown instead of the form image.',
  })
  @IsOptional()
  @IsMediaUrl()
  formVideoUrl?: string | null;

  @Field(() => [FormFieldInput], {
    nullable: true,
    description: 'All fields of the form, in order. They replace the existing fields. At most 50 fields and 64 kB.',
  })
  @IsOptional()
  @ArrayMaxSize(MAX_FORM_KEYS, { message: `A form must have at most ${MAX_FORM_KEYS} fields.` })
  @ValidateNested({ each: true })
  formFields?: FormFieldInput[] | null;

  @Field(() => String, { nullable: true, description: 'The title above the form, or a blank string for none.' })
  @IsOptional()
  @MaxLength(MAX_NAME_LENGTH, maxLengthMessage(MAX_NAME_LENGTH))
  formTitle?: string | null;

  @Field(() => String, { nullable: true, description: 'The label of the submit button.' })
  @IsOptional()
  @MaxLength(MAX_NAME_LENGTH, maxLengthMessage(MAX_NAME_LENGTH))
  submitButtonText?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What a visitor agrees to by submitting a phone number. A blank string restores the default.',
  })
  @IsOptional()
  @MaxLength(MAX_DISCLOSURE_LENGTH, maxLengthMessage(MAX_DISCLOSURE_LENGTH))
  disclosure?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The label of a checkbox that asks whether ad networks may receive conversions of the lead. A blank string asks nothing.',
  })
  @IsOptional()
  @MaxLength(MAX_DISCLOSURE_LENGTH, maxLengthMessage(MAX_DISCLOSURE_LENGTH))
  adConsentText?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The phone number that visitors can call, as shown, with 5 to 15 digits. A blank string removes it.',
  })
  @IsOptional()
  @Matches(CONTACT_PHONE, { message: validationMessages.answerPhone })
  @MaxLength(50, maxLengthMessage(50))
  contactPhone?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The address of the business, which links to a map. A blank string removes it.',
  })
  @IsOptional()
  @MaxLength(MAX_NAME_LENGTH, maxLengthMessage(MAX_NAME_LENGTH))
  contactAddress?: string | null;

  @Field(() => [Testimonial], {
    nullable: true,
    description: 'All testimonials, in order. They replace the existing ones. At most six.',
  })
  @IsOptional()
  @ArrayMaxSize(MAX_TESTIMONIALS, { message: validationMessages.maxItems(MAX_TESTIMONIALS) })
  @ValidateNested({ each: true })
  testimonials?: Testimonial[] | null;

  @Field(() => [FaqItem], {
    nullable: true,
    description: 'All frequently asked questions, in order. They replace the existing ones. At most twelve.',
  })
  @IsOptional()
  @ArrayMaxSize(MAX_FAQ_ITEMS, { message: validationMessages.maxItems(MAX_FAQ_ITEMS) })
  @ValidateNested({ each: true })
  faq?: FaqItem[] | null;

  @Field(() => PostSubmissionType, { nullable: true, description: 'What a visitor sees after submitting the form.' })
  postSubmissionType?: PostSubmissionType | null;

  @Field(() => String, {
    nullable: true,
    description: 'The https URL that a visitor is redirected to. Required when `postSubmissionType` is `redirect`.',
  })
  @IsOptional()
  @IsRedirectUrl()
  redirectUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The thank-you message.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH, maxLengthMessage(MAX_TEXT_LENGTH))
  thankYouMessage?: string | null;
}

@InputType({ description: 'The fields of a new campaign. Omitted fields take their defaults.' })
export class CreateCampaignInput extends UpdateCampaignInput {
  @Field(() => String, { description: 'The campaign’s name in the dashboard.' })
  override name!: string;
}
