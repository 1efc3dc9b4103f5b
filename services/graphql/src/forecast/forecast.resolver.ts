import { Arg, Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { authorizeDashboard, DASHBOARD_ROLES, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { ForecastSequenceInput, MessageForecast } from './forecast.types';
import { loadForecast } from './load-forecast';

@Resolver()
export class ForecastResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => MessageForecast, {
    description:
      'Forecasts the messages that a client uses in its current month, from open enrollments and recent leads.',
  })
  async messageForecast(
    @ClientIdArg() clientId: string,
    @Arg('sequence', () => ForecastSequenceInput, {
      nullable: true,
      description: 'A sequence that may not be saved, which is counted as if it was active.',
    })
    sequence: ForecastSequenceInput | null,
    @Ctx() ctx: Context,
  ): Promise<MessageForecast> {
    const client = await authorizeDashboard(ctx, clientId);
    const { smsThisMonth } = await ctx.loaders.clientUsage.load(client.id);
    return loadForecast(ctx.dataSource.manager, client, smsThisMonth, sequence);
  }
}
