import { Arg, Args, Authorized, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { OpenedField, type Role } from '../access/access';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { ProviderBreaker } from '../provider/provider-breaker.entity';
import { unmatchedReceipts } from '../provider/unmatched-receipts';
import { loadAdminStats } from './load-stats';
import { DayRange } from './day-range.types';
import {
  AdminStats,
  CampaignStats,
  ClientDay,
  ClientStats,
  ClientUsage,
  ScanAnalytics,
  SourcesArgs,
  SourceStats,
} from './stats.types';

@Resolver()
export class StatsResolver {
  @Authorized<Role>('admin')
  @Query(() => AdminStats, { description: 'Returns the totals of all clients.' })
  adminStats(@Ctx() { dataSource }: Context): Promise<AdminStats> {
    return loadAdminStats(dataSource.manager);
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

  @FieldResolver(() => ProviderBreaker, {
    nullable: true,
    description: 'The circuit breaker of the SMS provider, or null if it is closed and messages are sent.',
  })
  providerBreaker(@Ctx() { dataSource }: Context): Promise<ProviderBreaker | null> {
    return dataSource.manager.findOneBy(ProviderBreaker, { id: true });
  }
}

@Resolver(() => Client)
export class ClientStatsResolver {
  @OpenedField()
  @FieldResolver(() => ClientStats, { description: 'The client’s totals, and its figures in a range of days.' })
  stats(
    @Root() { id }: Client,
    @Arg('range', () => DayRange, { nullable: true, description: 'Defaults to the last 30 days.' })
    range: DayRange | null,
  ): ClientStats {
    return { clientId: id, range: range ?? new DayRange() };
  }

  @OpenedField()
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
    description: 'The figures of each day of the range, oldest first. Days without activity have zeros.',
  })
  byDay(@Root() { clientId, range }: ClientStats, @Ctx() { loaders }: Context): Promise<ClientDay[]> {
    return loaders.clientDays.load({ clientId, ...range });
  }

  @FieldResolver(() => [SourceStats], {
    description: 'Views and leads in the range by source, most leads first.',
  })
  bySource(
    @Root() { clientId, range }: ClientStats,
    @Args(() => SourcesArgs) { campaignId }: SourcesArgs,
    @Ctx() { loaders }: Context,
  ): Promise<SourceStats[]> {
    return loaders.sources.load({ clientId, ...range, campaignId: campaignId ?? null });
  }
}

@Resolver(() => Campaign)
export class CampaignStatsResolver {
  @FieldResolver(() => CampaignStats, { description: 'The campaign’s totals.' })
  stats(@Root() { id }: Campaign, @Ctx() { loaders }: Context): Promise<CampaignStats> {
    return loaders.campaignStats.load(id);
  }

  @FieldResolver(() => ScanAnalytics, { description: 'The views of the landing page.' })
  scanAnalytics(@Root() { id }: Campaign, @Ctx() { loaders }: Context): Promise<ScanAnalytics> {
    return loaders.scanAnalytics.load(id);
  }
}
