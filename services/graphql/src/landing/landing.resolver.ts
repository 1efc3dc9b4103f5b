import { countsAsView } from '@dripline/runtime/landing/counts-as-view';
import { cleanSource } from '@dripline/runtime/landing/traffic-source';
import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import { Arg, Args, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { ALL_ROLES, type Role, AsSystem } from '../access/access';
import type { Campaign } from '../campaigns/campaign.entity';
import type { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { findLanding } from './find-landing';
import { LandingCampaign, LandingPage, RecordViewsArgs } from './landing.types';
import { loadLandingImages } from './load-landing-images';
import { recordViews } from './record-views';
import { View } from './view.entity';

const ClientKey = () => Arg('client', () => String, { description: 'The client’s handle or ID.' });
const Slug = () => Arg('slug', () => String, { description: 'The campaign’s slug.' });

@Resolver()
export class LandingResolver {
  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => LandingCampaign, {
    description: 'Returns a public campaign and counts a view. The source `qr` counts as a QR scan.',
  })
  async recordLandingView(
    @ClientKey() clientKey: string,
    @Slug() slug: string,
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
    const db = ctx.dataSource.manager;
    const { client, campaign } = await findLanding(db, clientKey, slug);
    const isRedirected = followsRedirects && campaign.slug !== slug.toLowerCase();
    if (!isRedirected && countsAsView(ctx.viewHeaders))
      await db.insert(View, { campaignId: campaign.id, source: cleanSource(source) });
    return toLandingCampaign(ctx, client, campaign);
  }

  @Authorized<Role>('service')
  @Query(() => LandingPage, {
    description: 'Internal: returns a public campaign for a landing cache, without counting a view.',
  })
  async landingPage(@ClientKey() clientKey: string, @Slug() slug: string, @Ctx() ctx: Context): Promise<LandingPage> {
    const { client, campaign } = await findLanding(ctx.dataSource.manager, clientKey, slug);
    return { campaignId: campaign.id, campaign: await toLandingCampaign(ctx, client, campaign) };
  }

  @Authorized<Role>('service')
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

async function toLandingCampaign(
  { dataSource, loaders }: Context,
  client: Client,
  campaign: Campaign,
): Promise<LandingCampaign> {
  const formFields = await loaders.formFields.load(campaign.id);
  const disclosure = shownDisclosure(campaign.disclosure, formFields, client.businessName);
  const images = await loadLandingImages(dataSource.manager, campaign);
  return {
    ...campaign,
    ...images,
    disclosure,
    clientHandle: client.handle,
    businessName: client.businessName,
    whiteLabel: client.whiteLabelEnabled,
    formFields,
  };
}
