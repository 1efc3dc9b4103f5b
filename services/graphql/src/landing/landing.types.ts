import { MAX_FAQ_ITEMS, MAX_TESTIMONIALS } from '@dripline/contract/limits';
import { LANGUAGES } from '@dripline/contract/rules/languages';
import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import { CampaignLanguage, CampaignLayout, PostSubmissionType } from '../campaigns/campaign.entity';
import { FormField } from '../campaigns/form-field.entity';
import { FaqItem, Testimonial } from '../campaigns/page-items.types';
import { LandingImage } from './landing-image.types';

@ObjectType({ simpleResolvers: true, description: 'A landing page that says the same in another language.' })
export class LandingTranslation {
  @Field(() => CampaignLanguage, { description: 'Its language.' })
  language!: CampaignLanguage;
  @Field(() => String, { description: 'Its slug in public URLs.' })
  slug!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The public fields of a campaign.' })
export class LandingCampaign {
  @Field(() => ID, {
    description: 'A public ID of the campaign. It stays the same, but no other operation takes it.',
  })
  id!: string;
  @Field(() => String, { description: 'The client’s handle in public URLs.' })
  clientHandle!: string;
  @Field(() => String, { description: 'The campaign’s slug in public URLs.' })
  slug!: string;
  @Field(() => String, { description: 'The name of the business.' })
  businessName!: string;
  @Field(() => Boolean, { description: 'Whether to hide the name of the product that runs the page.' })
  whiteLabel!: boolean;
  @Field(() => String, {
    description: 'The name that the client gives the product, or a blank string. Shown only with `whiteLabel`.',
  })
  productName!: string;
  @Field(() => String, { nullable: true, description: 'The URL of the icon in browser tabs, with `whiteLabel`.' })
  faviconUrl!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The URL of the image in link previews if the page shows none, with `whiteLabel`.',
  })
  socialImageUrl!: string | null;
  @Field(() => String, { description: 'The origin of the page’s URL.' })
  siteUrl!: string;
  @Field(() => CampaignLanguage, { description: 'The language of what the page itself says.' })
  language!: CampaignLanguage;
  @Extensions({ maxItems: LANGUAGES.length })
  @Field(() => [LandingTranslation], { description: 'The same page in other languages.' })
  translations!: LandingTranslation[];
  @Field(() => CampaignLayout, { description: 'How the page is laid out.' })
  layout!: CampaignLayout;
  @Field(() => String, { description: 'The color of the button and accents, as `#rrggbb`.' })
  brandColor!: string;
  @Field(() => String, { description: 'The headline.' })
  headline!: string;
  @Field(() => String, {
    description: 'The text below the headline. Lines that start with `- ` are benefits.',
  })
  subheadline!: string;
  @Field(() => String, { nullable: true, description: 'The URL of the logo.' })
  logoImageUrl!: string | null;
  @Field(() => Int, { description: 'The height of the logo in pixels.' })
  logoSize!: number;
  @Field(() => String, { nullable: true, description: 'The URL of the background image.' })
  backgroundImageUrl!: string | null;
  @Field(() => String, { nullable: true, description: 'The URL of the image beside the form.' })
  formImageUrl!: string | null;
  @Field(() => Int, { description: 'The height of the image beside the form in pixels.' })
  formImageSize!: number;
  @Field(() => String, { nullable: true, description: 'The URL of a video that replaces the image beside the form.' })
  formVideoUrl!: string | null;
  @Field(() => [FormField], { description: 'The form fields, in order.' })
  formFields!: FormField[];
  @Field(() => String, { description: 'The title above the form, or a blank string.' })
  formTitle!: string;
  @Field(() => String, { description: 'The label of the submit button.' })
  submitButtonText!: string;
  @Field(() => PostSubmissionType, { description: 'Whether a visitor then sees the message or is redirected.' })
  postSubmissionType!: PostSubmissionType;
  @Field(() => String, { nullable: true, description: 'The https URL that a visitor is redirected to.' })
  redirectUrl!: string | null;
  @Field(() => String, { description: 'The message that a visitor sees after submitting the form.' })
  thankYouMessage!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The disclosure to show beside the submit button, or null if the form asks for no phone number.',
  })
  disclosure!: string | null;
  @Field(() => String, {
    description:
      'The label of the checkbox that asks whether ad networks may receive conversions of the lead, or a blank string for no checkbox.',
  })
  adConsentText!: string;
  @Field(() => String, { description: 'The phone number that visitors can call, or a blank string.' })
  contactPhone!: string;
  @Field(() => String, { description: 'The address of the business, or a blank string.' })
  contactAddress!: string;
  @Extensions({ maxItems: MAX_TESTIMONIALS })
  @Field(() => [Testimonial], { description: 'What customers say about the business, in order.' })
  testimonials!: Testimonial[];
  @Extensions({ maxItems: MAX_FAQ_ITEMS })
  @Field(() => [FaqItem], { description: 'Frequently asked questions, in order.' })
  faq!: FaqItem[];
  @Field(() => LandingImage, {
    nullable: true,
    description: 'The size and copies of the logo, or null if it is not an upload.',
  })
  logoImage!: LandingImage | null;
  @Field(() => LandingImage, {
    nullable: true,
    description: 'The size and copies of the background image, or null if it is not an upload.',
  })
  backgroundImage!: LandingImage | null;
  @Field(() => LandingImage, {
    nullable: true,
    description: 'The size and copies of the image beside the form, or null if it is not an upload.',
  })
  formImage!: LandingImage | null;
  @Field(() => String, {
    description: 'The version of the form and disclosure. Send it with the submission to record what the visitor saw.',
  })
  pageVersion!: string;
}
