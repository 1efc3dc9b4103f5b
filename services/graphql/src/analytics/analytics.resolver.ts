import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../access/access';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { CsvPart } from '../api/csv-part.types';
import { fail } from '../api/errors';
import { Client } from '../clients/client.entity';
import { DayRange } from '../stats/day-range.types';
import { SourceStats } from '../stats/stats.types';
import { analyticsCsv } from './analytics-csv';
import { AnalyticsArgs, AnalyticsConnection, AnalyticsRowArgs, findAnalyticsRows } from './analytics.connection';
import { Analytics, AnalyticsRow } from './analytics.types';
import { loadAgencySources, loadDays, sumOf } from './load-analytics';

@Resolver(() => Analytics)
export class AnalyticsResolver {
  @Authorized<Role>('admin')
  @Query(() => Analytics, {
    description: 'Returns the figures of the agency, of a client or of a campaign in a range of days.',
  })
  async analytics(
    @Args(() => AnalyticsArgs) { clientId = null, campaignId = null, range }: AnalyticsArgs,
    @Ctx() { dataSource, loaders }: Context,
  ): Promise<Analytics> {
    const campaign = campaignId && (await loaders.campaign.load(campaignId));
    if (campaign && clientId && campaign.clientId !== clientId.toLowerCase())
      throw fail('NOT_FOUND', 'Campaign not found');
    const client = clientId && (await loaders.client.load(clientId));
    const ofClient = campaign ? campaign.clientId : client ? client.id : null;
    const days = range ?? new DayRange();
    const byDay = await loadDays(dataSource.manager, days, ofClient, campaign ? campaign.id : null);
    return {
      totals: sumOf(byDay),
      byDay,
      clientId: ofClient,
      campaignId: campaign ? campaign.id : null,
      range: days,
    };
  }

  @FieldResolver(() => [SourceStats], { description: 'Views and leads in the range by source, most leads first.' })
  bySource(
    @Root() { clientId, campaignId, range }: Analytics,
    @Ctx() { dataSource, loaders }: Context,
  ): Promise<SourceStats[]> {
    if (clientId === null) return loadAgencySources(dataSource.manager, range);
    return loaders.sources.load({ clientId, campaignId, ...range });
  }
}

@Resolver(() => AnalyticsRow)
export class AnalyticsRowResolver {
  @Authorized<Role>('admin')
  @Query(() => AnalyticsConnection, {
    description: 'Lists the clients or campaigns with activity in a range of days, most leads first by default.',
  })
  analyticsRows(
    @Args(() => AnalyticsRowArgs) args: AnalyticsRowArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<AnalyticsRow>> {
    return findAnalyticsRows(dataSource.manager, args);
  }

  @Authorized<Role>('admin')
  @Query(() => CsvPart, {
    description: 'Exports the figures of clients or campaigns as CSV, in parts, sorted by name.',
  })
  analyticsCsv(@Args(() => AnalyticsRowArgs) args: AnalyticsRowArgs, @Ctx() { dataSource }: Context): Promise<CsvPart> {
    return analyticsCsv(dataSource.manager, args);
  }

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: AnalyticsRow, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }
}
