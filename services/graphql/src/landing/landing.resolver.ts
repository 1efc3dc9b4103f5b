import { shownDisclosure } from '@dripline/contract/disclosure';
import { Arg, Authorized, Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { PUBLIC, type Role } from '../access';
import { FormField } from '../campaigns/form-field.entity';
import type { Context } from '../context';
import { countsAsView } from './counts-as-view';
import { findLanding } from './find-landing';
import { View } from './view.entity';

/** Longest source that is kept; a longer one is cut. */
const MAX_SOURCE_LENGTH = 100;

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
  @Field(() => String, { nullable: true, description: 'What a visitor agrees to by sending the form, to be shown at the button; null where it asks for no phone number.' })
  disclosure!: string | null;
  @Field(() => String, { description: 'Which form and disclosure these are; handed back with the form, it says what the visitor saw.' })
  pageVersion!: string;
}

@Resolver()
export class LandingResolver {
  @Authorized<Role>(...PUBLIC)
  @Mutation(() => LandingCampaign, { description: 'Reads a public campaign and counts the view under its source; `qr` is a scan.' })
  async visitLanding(
    @Arg('client', () => String, { description: 'The client’s handle or id.' }) clientKey: string,
    @Arg('slug', () => String, { description: 'The campaign’s slug.' }) slug: string,
    @Arg('source', () => String, { nullable: true, description: 'Where the visitor came from.' }) source: string | null,
    @Arg('redirectsMoved', () => Boolean, {
      defaultValue: false,
      description: 'The caller sends who came under a former slug on to the present one; that second read counts, this one does not.',
    })
    redirectsMoved: boolean,
    @Ctx() ctx: Context,
  ): Promise<LandingCampaign> {
    const db = ctx.dataSource.manager;
    const { client, campaign } = await findLanding(db, clientKey, slug);
    const isSentOn = redirectsMoved && campaign.slug !== slug.toLowerCase();
    if (!isSentOn && countsAsView(ctx.visit)) await db.insert(View, { campaignId: campaign.id, source: source?.slice(0, MAX_SOURCE_LENGTH) || null });
    const formFields = await ctx.loaders.formFields.load(campaign.id);
    const disclosure = shownDisclosure(campaign.disclosure, formFields, client.businessName);
    return { ...campaign, disclosure, clientHandle: client.handle, businessName: client.businessName, whiteLabel: client.whiteLabelEnabled, formFields };
  }
}
