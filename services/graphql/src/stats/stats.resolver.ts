import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, loadOwned, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { unmatchedReceipts } from '../provider/unmatched-receipts';
import { loadAdminStats, loadScanAnalytics } from './load-stats';
import { DaysArgs, SourcesArgs } from './stats.inputs';
import {
  AdminStats,
  CampaignStats,
  ClientDay,
  ClientStats,
  ClientUsage,
  ScanAnalytics,
  SourceStats,
} from './stats.types';

@Resolver()
export class StatsResolver {
  @Authorized<Role>('admin')
  @Query(() => AdminStats, { description: 'Returns the totals of all clients.' })
  adminStats(@Ctx() { dataSource }: Context): Promise<AdminStats> {
    return loadAdminStats(dataSource.manager);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => ClientStats, { description: 'Returns a client’s totals.' })
  async clientStats(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<ClientStats> {
    const client = await authorizeDashboard(ctx, clientId);
    return { clientId: client.id };
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => ScanAnalytics, { description: 'Returns the views of a campaign’s landing page.' })
  async scanAnalytics(
    @Arg('campaignId', () => ID, { description: 'The ID of the campaign.' }) campaignId: string,
    @Ctx() ctx: Context,
  ): Promise<ScanAnalytics> {
    const campaign = await loadOwned(
      ctx,
      campaignId,
      (id) => ctx.dataSource.manager.findOneBy(Campaign, { id }),
      'Campaign',
    );
    return loadScanAnalytics(ctx.dataSource.manager, campaign.id);
  }
}

@Resolver(() => AdminStats)
export class AdminStatsResolver {
  @FieldResolver(() => Int, {
    description:
      'The number of delivery receipts in the last 30 days that match no message. Another application may share the provider’s account.',
  })
  unmatchedReceipts(@Ctx() { dataSource }: Context): Promise<number> {
    return unmatchedReceipts(dataSource.manager);
  }
}

@Resolver(() => Client)
export class ClientStatsResolver {
  @FieldResolver(() => ClientStats, { description: 'The client’s totals.' })
  stats(@Root() { id }: Client): ClientStats {
    return { clientId: id };
  }

  @FieldResolver(() => ClientUsage, { description: 'The client’s usage this month.' })
  usage(@Root() { id }: Client, @Ctx() { loaders }: Context): Promise<ClientUsage> {
    return loaders.clientUsage.load(id);
  }
}

@Resolver(() => ClientStats)
export class ClientCountsResolver {
  @FieldResolver(() => Int, { description: 'The number of campaigns, including inactive ones.' })
  async totalCampaigns(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.campaignCounts.load(clientId)).totalCampaigns;
  }

  @FieldResolver(() => Int, { description: 'The number of active campaigns.' })
  async activeCampaigns(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.campaignCounts.load(clientId)).activeCampaigns;
  }

  @FieldResolver(() => Int, { description: 'The number of leads, excluding held ones.' })
  async totalLeads(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.leadCounts.load(clientId)).totalLeads;
  }

  @FieldResolver(() => Int, { description: 'The number of leads whose status is `qualified` or `converted`.' })
  async conversions(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.leadCounts.load(clientId)).conversions;
  }

  @FieldResolver(() => Int, { description: 'The number of leads that are held because the monthly limit is used up.' })
  async heldLeads(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.leadCounts.load(clientId)).heldLeads;
  }

  @FieldResolver(() => Int, {
    description: 'The number of submissions that were classified as spam and not restored.',
  })
  async spamLeads(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.spamCounts.load(clientId)).spamLeads;
  }

  @FieldResolver(() => Int, { description: 'The number of messages that the provider accepted.' })
  async totalSMSMessages(@Root() { clientId }: ClientStats, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.messageCounts.load(clientId)).totalSMSMessages;
  }

  @FieldResolver(() => [ClientDay], {
    description: 'The figures of each day, oldest first and including today. Days without activity have zeros.',
  })
  byDay(
    @Root() { clientId }: ClientStats,
    @Args(() => DaysArgs) { days }: DaysArgs,
    @Ctx() { loaders }: Context,
  ): Promise<ClientDay[]> {
    return loaders.clientDays.load({ clientId, days });
  }

  @FieldResolver(() => [SourceStats], { description: 'Views and leads by source, most leads first.' })
  bySource(
    @Root() { clientId }: ClientStats,
    @Args(() => SourcesArgs) { days, campaignId }: SourcesArgs,
    @Ctx() { loaders }: Context,
  ): Promise<SourceStats[]> {
    return loaders.sources.load({ clientId, days, campaignId: campaignId ?? null });
  }
}

@Resolver(() => Campaign)
export class CampaignStatsResolver {
  @FieldResolver(() => CampaignStats, { description: 'The campaign’s totals.' })
  stats(@Root() { id }: Campaign, @Ctx() { loaders }: Context): Promise<CampaignStats> {
    return loaders.campaignStats.load(id);
  }
}
