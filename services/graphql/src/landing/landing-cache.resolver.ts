import { Args, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { type Role, Urgent } from '../access/access';
import type { Context } from '../api/context';
import { findClientOfDomain } from '../clients/client-domain';
import { loadProductLook } from '../clients/product-look';
import { findLandingPageChanges } from './find-landing-page-changes';
import {
  ClientDomain,
  ClientDomainArgs,
  LandingPage,
  LandingPageChanges,
  LandingPageChangesArgs,
  LandingPagesArgs,
  RecordViewsArgs,
} from './landing-cache.types';
import { recordViews } from './record-views';
import { toLandingCampaign } from './to-landing-campaign';

/** Operations that only the landing caches may call. */
@Resolver()
export class LandingCacheResolver {
  @Authorized<Role>('landing')
  @Urgent()
  @Query(() => [LandingPage], {
    nullable: 'items',
    description:
      'Returns public campaigns for a landing cache, without counting views. Null for a campaign that is unknown or inactive.',
  })
  landingPages(
    @Args(() => LandingPagesArgs) { pages }: LandingPagesArgs,
    @Ctx() ctx: Context,
  ): Promise<(LandingPage | null)[]> {
    return Promise.all(
      pages.map(async (key) => {
        const landing = await ctx.loaders.landing.load(key);
        if (!landing) return null;
        const tested = landing.client.abTestingEnabled
          ? await ctx.loaders.testedVariants.load(landing.campaign.id)
          : [];
        const [campaign, ...variants] = await Promise.all([
          toLandingCampaign(ctx, landing),
          ...tested.map((variant) => toLandingCampaign(ctx, landing, variant)),
        ]);
        return {
          campaignId: landing.campaign.id,
          clientId: landing.client.id,
          campaign,
          variants: variants.map(({ formFields, ...shown }, index) => ({
            ...shown,
            id: tested[index]!.id,
            formFieldIds: formFields.map(({ id }) => id),
          })),
        };
      }),
    );
  }

  @Authorized<Role>('landing')
  @Urgent()
  @Query(() => LandingPageChanges, {
    description: 'Returns the clients whose landing pages may have changed since a position.',
  })
  landingPageChanges(
    @Args(() => LandingPageChangesArgs) { after }: LandingPageChangesArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<LandingPageChanges> {
    return findLandingPageChanges(dataSource.manager, after);
  }

  @Authorized<Role>('landing')
  @Urgent()
  @Query(() => ClientDomain, {
    nullable: true,
    description: 'Returns the client with white label that a domain belongs to. Null if there is none.',
  })
  async clientDomain(
    @Args(() => ClientDomainArgs) { name }: ClientDomainArgs,
    @Ctx() ctx: Context,
  ): Promise<ClientDomain | null> {
    const client = await findClientOfDomain(ctx.dataSource.manager, name);
    return client && { clientHandle: client.handle, ...(await loadProductLook(ctx, client)) };
  }

  @Authorized<Role>('landing')
  @Urgent()
  @Mutation(() => Boolean, {
    description: 'Counts views that a service buffered. Returns false if the batch was counted before.',
  })
  recordViews(
    @Args(() => RecordViewsArgs) { bufferId, batch, views }: RecordViewsArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    return recordViews(dataSource.manager, bufferId, batch, views);
  }
}
