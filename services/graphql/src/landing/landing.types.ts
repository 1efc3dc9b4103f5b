import { Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { FormField } from '../campaigns/form-field.entity';
import { LandingImage } from './landing-image.types';

@ObjectType({ simpleResolvers: true, description: 'What the public may read of a campaign.' })
export class LandingCampaign {
  @Field(() => String, { description: 'The client’s name in public addresses.' })
  clientHandle!: string;
  @Field(() => String, { description: 'The campaign’s part of its address.' })
  slug!: string;
  @Field(() => String, { description: 'The name of the business.' })
  businessName!: string;
  @Field(() => Boolean, { description: 'Whether the product’s name is left out.' })
  whiteLabel!: boolean;
  @Field(() => String, { description: 'The large line of the page.' })
  headline!: string;
  @Field(() => String, { description: 'The text under it.' })
  subheadline!: string;
  @Field(() => String, { nullable: true, description: 'Address of the logo.' })
  logoImageUrl!: string | null;
  @Field(() => Int, { description: 'Height of the logo in px.' })
  logoSize!: number;
  @Field(() => String, { nullable: true, description: 'Address of the image behind the page.' })
  backgroundImageUrl!: string | null;
  @Field(() => String, { nullable: true, description: 'Address of the image beside the form.' })
  formImageUrl!: string | null;
  @Field(() => Int, { description: 'Height of that image in px.' })
  formImageSize!: number;
  @Field(() => String, { nullable: true, description: 'Address of the video shown in its place.' })
  formVideoUrl!: string | null;
  @Field(() => [FormField], { description: 'The form, in order.' })
  formFields!: FormField[];
  @Field(() => String, { description: 'The text of the form’s button.' })
  submitButtonText!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'What a visitor agrees to by sending the form, to be shown at the button; null where it asks for no phone number.',
  })
  disclosure!: string | null;
  @Field(() => LandingImage, {
    nullable: true,
    description: 'What is known of the logo; null where it is not one of our uploads.',
  })
  logoImage!: LandingImage | null;
  @Field(() => LandingImage, {
    nullable: true,
    description: 'What is known of the image behind the page; null where it is not one of our uploads.',
  })
  backgroundImage!: LandingImage | null;
  @Field(() => LandingImage, {
    nullable: true,
    description: 'What is known of the image beside the form; null where it is not one of our uploads.',
  })
  formImage!: LandingImage | null;
  @Field(() => String, {
    description: 'Which form and disclosure these are; handed back with the form, it says what the visitor saw.',
  })
  pageVersion!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A public campaign for the services that show it.' })
export class LandingPage {
  @Field(() => ID, { description: 'The campaign’s id, which is not public.' })
  campaignId!: string;
  @Field(() => LandingCampaign, { description: 'What the public may read of it.' })
  campaign!: LandingCampaign;
}

@ObjectType({ simpleResolvers: true, description: 'What changed of landing pages.' })
export class LandingChanges {
  @Field(() => String, {
    description: 'Up to which version this tells; asked for with the next question, it says that this was taken in.',
  })
  version!: string;
  @Field(() => [String], { description: 'Handles of the clients some of whose pages are no longer what they were.' })
  handles!: string[];
  @Field(() => Boolean, { description: 'Whether any page may have changed.' })
  isReset!: boolean;
}

@InputType({ description: 'Views of one campaign under one source.' })
export class ViewGroupInput {
  @Field(() => ID, { description: 'The campaign that was shown.' })
  campaignId!: string;
  @Field(() => String, { nullable: true, description: 'Where the visitors came from.' })
  source!: string | null;
  @Field(() => [Int], { description: 'One for each view: how many ms ago it was.' })
  agesMs!: number[];
}

@ArgsType()
export class RecordViewsArgs {
  @Field(() => ID, { description: 'The process that showed the pages: an id of its own making.' })
  door!: string;
  @Min(1)
  @Field(() => Int, { description: 'Each of a door’s batches has a greater number than the one before.' })
  batch!: number;
  @Field(() => [ViewGroupInput], { description: 'The views.' })
  views!: ViewGroupInput[];
}
