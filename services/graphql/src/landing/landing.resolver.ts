import { countsAsView } from '@dripline/runtime/landing/counts-as-view';
import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import { LANDING_HOLD_MS } from '@dripline/contract/limits';
import { Arg, Args, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { PUBLIC, type Role, SeesAllClients } from '../access/access';
import type { Campaign } from '../campaigns/campaign.entity';
import type { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { findLanding } from './find-landing';
import { LandingCampaign, LandingChanges, LandingPage, RecordViewsArgs } from './landing.types';
import { loadLandingImages } from './load-landing-images';
import { keptSource, recordViews } from './record-views';
import { followLanding } from './notify-landing-caches';
import { View } from './view.entity';

const ClientKey = () => Arg('client', () => String, { description: 'The client’s handle or id.' });
const Slug = () => Arg('slug', () => String, { description: 'The campaign’s slug.' });

@Resolver()
export class LandingResolver {
  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => LandingCampaign, {
    description: 'Reads a public campaign and counts the view under its source; `qr` is a scan.',
  })
  async visitLanding(
    @ClientKey() clientKey: string,
    @Slug() slug: string,
    @Arg('source', () => String, { nullable: true, description: 'Where the visitor came from.' }) source: string | null,
    @Arg('redirectsMoved', () => Boolean, {
      defaultValue: false,
      description:
        'The caller sends who came under a former slug on to the present one; that second read counts, this one does not.',
    })
    redirectsMoved: boolean,
    @Ctx() ctx: Context,
  ): Promise<LandingCampaign> {
    const db = ctx.dataSource.manager;
    const { client, campaign } = await findLanding(db, clientKey, slug);
    const isSentOn = redirectsMoved && campaign.slug !== slug.toLowerCase();
    if (!isSentOn && countsAsView(ctx.visit))
      await db.insert(View, { campaignId: campaign.id, source: keptSource(source) });
    return present(ctx, client, campaign);
  }

  @Authorized<Role>('service')
  @Query(() => LandingPage, {
    description: 'Internal: reads a public campaign for a process that keeps it, and counts nothing.',
  })
  async landingPage(@ClientKey() clientKey: string, @Slug() slug: string, @Ctx() ctx: Context): Promise<LandingPage> {
    const { client, campaign } = await findLanding(ctx.dataSource.manager, clientKey, slug);
    return { campaignId: campaign.id, campaign: await present(ctx, client, campaign) };
  }

  @Authorized<Role>('service')
  @Query(() => LandingChanges, {
    description:
      'Internal: what changed of landing pages since a version; waits a moment where nothing did. Who asked is told of a change before the change is answered.',
  })
  landingChanges(
    @Arg('door', () => ID, { description: 'The process that shows pages: an id of its own making.' }) door: string,
    @Arg('after', () => String, {
      nullable: true,
      description: 'The version that is known; nothing is kept where left out.',
    })
    after: string | null,
    @Ctx() ctx: Context,
  ): Promise<LandingChanges> {
    return followLanding(ctx, door, after, LANDING_HOLD_MS);
  }

  @Authorized<Role>('service')
  @Mutation(() => Boolean, {
    description: 'Internal: counts views that were shown from memory; false where this batch was counted before.',
  })
  recordViews(
    @Args(() => RecordViewsArgs) { door, batch, views }: RecordViewsArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    return recordViews(dataSource.manager, door, batch, views);
  }
}

async function present({ dataSource, loaders }: Context, client: Client, campaign: Campaign): Promise<LandingCampaign> {
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
