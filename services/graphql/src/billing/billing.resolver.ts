import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../access/access';
import { type Connection, findConnection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { LimitChangeArgs, LimitChangeConnection, limitChangeList } from './limit-change.connection';
import type { LimitChange } from './limit-change.entity';
import {
  billingQuery,
  firstDay,
  MonthlyUsageArgs,
  MonthlyUsageConnection,
  UsageMonthArgs,
  usageList,
} from './usage.connection';
import { MonthlyUsage, UsageTotals } from './usage.types';

@Resolver(() => MonthlyUsage)
export class BillingResolver {
  @Authorized<Role>('admin')
  @Query(() => MonthlyUsageConnection, {
    description: 'Lists what each client used in a month against its limits, most of the limit of leads first.',
  })
  monthlyUsage(
    @Args(() => MonthlyUsageArgs) args: MonthlyUsageArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<MonthlyUsage>> {
    return findConnection(dataSource.manager, usageList(args), args);
  }

  @Authorized<Role>('admin')
  @Query(() => UsageTotals, { description: 'Returns what all clients used in a month.' })
  async usageTotals(
    @Args(() => UsageMonthArgs) { month }: UsageMonthArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<UsageTotals> {
    const sum = (column: string) => `coalesce(sum(${column}), 0)::int AS ${column}`;
    const [totals] = await dataSource.query<[UsageTotals]>(
      `SELECT count(*)::int AS clients, ${['campaigns', 'leads', 'messages', 'segments'].map(sum).join(', ')}, min(currency) AS currency, sum(amount) AS amount
       FROM (${billingQuery('$1::date')}) usage`,
      [firstDay(month)],
    );
    return totals;
  }

  @Authorized<Role>('admin')
  @Query(() => LimitChangeConnection, { description: 'Lists changes of monthly limits, newest first by default.' })
  limitChanges(
    @Args(() => LimitChangeArgs) args: LimitChangeArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<LimitChange>> {
    return findConnection(dataSource.manager, limitChangeList(args), args);
  }

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { id }: MonthlyUsage, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(id);
  }
}
