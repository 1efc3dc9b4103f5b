import { countsAsView } from '@dripline/runtime/landing/counts-as-view';
import { cleanSource } from '@dripline/runtime/landing/traffic-source';
import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import { Arg, Args, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { ALL_ROLES, type Role, AsSystem, Urgent } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import type { Landing } from './find-landings';
import { LandingCampaign, LandingPage, LandingPagesArgs, RecordViewsArgs } from './landing.types';
import { recordViews } from './record-views';
import { View } from './view.entity';

@Resolver()
export class LandingResolver {
  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Urgent()
  @Mutation(() => LandingCampaign, {
    description: 'Returns a public campaign and counts a view. The source `qr` counts as a QR scan.',
  })
  async recordLandingView(
    @Arg('client', () => String, { description: 'The client’s handle or ID.' }) client: string,
    @Arg('slug', () => String, { description: 'The campaign’s slug.' }) slug: string,
    @Arg('source', () => String, { nullable: true, description: 'The traffic source of the visitor.' })
    source: string | null,
    @Arg('followsRedirects', () => Boolean, {
      defaultValue: false,
      description:
        'Whether the caller redirects visitors from previous slugs. If so, a visit under a previous slug is not counted.',
    })
    followsRedirects: boolean,
    @Ctx() ctx: Context,
  ): Promise<LandingCampaign> {
    const landing = await ctx.loaders.landing.load({ client, slug });
    if (!landing) throw fail('NOT_FOUND', 'Campaign not found');
    const { campaign } = landing;
    const isRedirected = followsRedirects && campaign.slug !== slug.toLowerCase();
    if (!isRedirected && countsAsView(ctx.viewHeaders))
      await ctx.dataSource.manager.insert(View, { campaignId: campaign.id, source: cleanSource(source) });
    return toLandingCampaign(ctx, landing);
  }

  @Authorized<Role>('landing')
  @Urgent()
  @Query(() => [LandingPage], {
    nullable: 'items',
    description:
      'Internal: returns public campaigns for a landing cache, without counting views. Null for a campaign that is unknown or inactive.',
  })
  landingPages(
    @Args(() => LandingPagesArgs) { pages }: LandingPagesArgs,
    @Ctx() ctx: Context,
  ): Promise<(LandingPage | null)[]> {
    return Promise.all(
      pages.map(async (key) => {
        const landing = await ctx.loaders.landing.load(key);
        return landing && { campaignId: landing.campaign.id, campaign: await toLandingCampaign(ctx, landing) };
      }),
    );
  }

  @Authorized<Role>('landing')
  @Urgent()
  @Mutation(() => Boolean, {
    description: 'Internal: counts views that a service buffered. Returns false if the batch was counted before.',
  })
  recordViews(
    @Args(() => RecordViewsArgs) { bufferId, batch, views }: RecordViewsArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    return recordViews(dataSource.manager, bufferId, batch, views);
  }
}

async function toLandingCampaign({ loaders }: Context, { client, campaign }: Landing): Promise<LandingCampaign> {
  const image = (url: string | null) => (url?.startsWith('/objects/') ? loaders.landingImage.load(url) : null);
  const [formFields, logoImage, backgroundImage, formImage] = await Promise.all([
    loaders.formFields.load(campaign.id),
    image(campaign.logoImageUrl),
    image(campaign.backgroundImageUrl),
    image(campaign.formImageUrl),
  ]);
  return {
    ...campaign,
    logoImage,
    backgroundImage,
    formImage,
    disclosure: shownDisclosure(campaign.disclosure, formFields, client.businessName),
    clientHandle: client.handle,
    businessName: client.businessName,
    whiteLabel: client.whiteLabelEnabled,
    formFields,
  };
}
