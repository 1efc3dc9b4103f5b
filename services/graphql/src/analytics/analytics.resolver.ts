import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../access/access';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import type { Loaders } from '../api/loaders';
import { CsvPart } from '../api/csv-part.types';
import { fail } from '../api/errors';
import { Client } from '../clients/client.entity';
import { DayRange } from '../stats/day-range.types';
import { SourceStats } from '../stats/stats.types';
import { analyticsCsv, daysCsv, sourcesCsv } from './analytics-csv';
import {
  AnalyticsArgs,
  AnalyticsConnection,
  AnalyticsRowArgs,
  AnalyticsSourcesCsvArgs,
  findAnalyticsRows,
} from './analytics.connection';
import { Analytics, AnalyticsRow } from './analytics.types';
import { type AnalyticsScope, loadAgencySources, loadDays, sumOf } from './load-analytics';

/**
 * Finds what figures are about.
 *
 * @throws NOT_FOUND if the client does not exist or has no such campaign
 */
async function scopeOf(
  { clientId = null, campaignId = null, range }: AnalyticsArgs,
  loaders: Loaders,
): Promise<AnalyticsScope> {
  const campaign = campaignId && (await loaders.campaign.load(campaignId));
  if (campaign && clientId && campaign.clientId !== clientId.toLowerCase())
    throw fail('NOT_FOUND', 'Campaign not found');
  const client = clientId && (await loaders.client.load(clientId));
  return {
    clientId: campaign ? campaign.clientId : client ? client.id : null,
    campaignId: campaign ? campaign.id : null,
    range: range ?? new DayRange(),
  };
}

@Resolver(() => Analytics)
export class AnalyticsResolver {
  @Authorized<Role>('admin')
  @Query(() => Analytics, {
    description: 'Returns the figures of the agency, of a client or of a campaign in a range of days.',
  })
  async analytics(
    @Args(() => AnalyticsArgs) args: AnalyticsArgs,
    @Ctx() { dataSource, loaders }: Context,
  ): Promise<Analytics> {
    const scope = await scopeOf(args, loaders);
    const byDay = await loadDays(dataSource.manager, scope);
    return { totals: sumOf(byDay), byDay, ...scope };
  }

  @Authorized<Role>('admin')
  @Query(() => CsvPart, { description: 'Exports the figures of each day of a range as CSV, in one part.' })
  async analyticsDaysCsv(
    @Args(() => AnalyticsArgs) args: AnalyticsArgs,
    @Ctx() { dataSource, loaders }: Context,
  ): Promise<CsvPart> {
    return daysCsv(dataSource.manager, await scopeOf(args, loaders));
  }

  @Authorized<Role>('admin')
  @Query(() => CsvPart, {
    description: 'Exports views, QR scans and leads of all sources as CSV, in parts, sorted by source.',
  })
  async analyticsSourcesCsv(
    @Args(() => AnalyticsSourcesCsvArgs) args: AnalyticsSourcesCsvArgs,
    @Ctx() { dataSource, loaders }: Context,
  ): Promise<CsvPart> {
    return sourcesCsv(dataSource.manager, await scopeOf(args, loaders), args.after ?? null);
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
