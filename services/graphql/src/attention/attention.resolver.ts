import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../access/access';
import { type Connection, findConnection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { attentionList, ClientAttentionArgs, ClientAttentionConnection } from './attention.connection';
import { ClientAttention } from './attention.types';

@Resolver(() => ClientAttention)
export class ClientAttentionResolver {
  @Authorized<Role>('admin')
  @Query(() => ClientAttentionConnection, {
    description: 'Lists the active clients that need attention, by severity and then by name.',
  })
  clientsNeedingAttention(
    @Args(() => ClientAttentionArgs) args: ClientAttentionArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<ClientAttention>> {
    return findConnection(dataSource.manager, attentionList(args), args);
  }

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { id }: ClientAttention, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(id);
  }
}
