import { Args, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../../access/access';
import { InputArg } from '../../api/arguments';
import { type Connection, findConnection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { Client } from '../../clients/client.entity';
import { RatesArgs, RatesConnection, ratesList } from './rates.connection';
import { Rates } from './rates.entity';
import { RatesInput, SetRatesArgs, setRates } from './set-rates';

@Resolver(() => Rates)
export class RatesResolver {
  @Authorized<Role>('admin')
  @Query(() => RatesConnection, {
    description: 'Lists the rates that were set for all clients or for one, newest first by default.',
  })
  rates(@Args(() => RatesArgs) args: RatesArgs, @Ctx() { dataSource }: Context): Promise<Connection<Rates>> {
    return findConnection(dataSource.manager, ratesList(args), args);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Rates, {
    description:
      'Sets what the agency charges all clients, or one of them, from a month on. Past months do not change.',
  })
  setRates(
    @Args(() => SetRatesArgs) args: SetRatesArgs,
    @InputArg(() => RatesInput, 'The rates.') input: RatesInput,
    @Ctx() ctx: Context,
  ): Promise<Rates> {
    return setRates(ctx, args, input);
  }

  @FieldResolver(() => Client, { nullable: true, description: 'The client, or null for the rates of all clients.' })
  client(@Root() { clientId }: Rates, @Ctx() { loaders }: Context): Promise<Client> | null {
    return clientId === null ? null : loaders.client.load(clientId);
  }
}
