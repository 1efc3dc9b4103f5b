import { countsAsView } from '@dripline/runtime/landing/counts-as-view';
import { cleanSource } from '@dripline/runtime/landing/traffic-source';
import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import { ALL_ROLES, type Role, AsSystem, Urgent } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { LandingCampaign } from './landing.types';
import { toLandingCampaign } from './to-landing-campaign';
import { View } from './view.entity';

@Resolver()
export class LandingResolver {
  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Urgent()
  @Mutation(() => LandingCampaign, {
    description:
      'Returns a public campaign and counts a view. The source `qr` and those of placements count as QR scans.',
  })
  async recordLandingView(
    @Arg('client', () => String, {
      nullable: true,
      description:
        'The client’s handle or ID. Null if the slug is the code of a placement, whose visitors are redirected.',
    })
    client: string | null,
    @Arg('slug', () => String, { description: 'The campaign’s slug, or the code of a placement.' }) slug: string,
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
    const landing = await ctx.loaders.landing.load({ client: client ?? null, slug });
    if (!landing) throw fail('NOT_FOUND', 'Campaign not found');
    const { campaign } = landing;
    const isRedirected = client === null || (followsRedirects && campaign.slug !== slug.toLowerCase());
    if (!isRedirected && countsAsView(ctx.viewHeaders))
      await ctx.dataSource.manager.insert(View, { campaignId: campaign.id, source: cleanSource(source) });
    return toLandingCampaign(ctx, landing);
  }
}
