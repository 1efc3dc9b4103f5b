import { isUUID } from 'class-validator';
import { Args, Authorized, Ctx, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { markClientDeleting } from '../deletion/mark-deleting';
import { findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { Client } from './client.entity';
import { CreateClientInput, UpdateClientInput } from './client.inputs';
import { createClient } from './create-client';
import { updateClient } from './update-client';
import { RecentSignIn } from '../sessions/recent-sign-in';

@ObjectType({ simpleResolvers: true, description: 'A page of clients.' })
class ClientPage extends pageOf(Client, 'clients') {}

@Resolver()
export class ClientResolver {
  @Authorized<Role>('admin')
  @Query(() => ClientPage, { description: 'Lists all clients, newest first.' })
  clients(@Args(() => PageArgs) page: PageArgs, @Ctx() { dataSource }: Context): Promise<Page<Client>> {
    return findPage(dataSource.manager, { entity: Client, where: 'true', values: [] }, page);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Client, { description: 'Returns a client to callers who may open its dashboard.' })
  client(@IdArg('client') id: string, @Ctx() ctx: Context): Promise<Client> {
    return authorizeDashboard(ctx, id);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Client, { description: 'Creates a client.' })
  createClient(
    @InputArg(() => CreateClientInput, 'The new client.') input: CreateClientInput,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    return createClient(ctx, input);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Client, { description: 'Updates a client.' })
  updateClient(
    @IdArg('client') id: string,
    @InputArg(() => UpdateClientInput, 'The fields to update.') input: UpdateClientInput,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    return updateClient(ctx, id, input);
  }

  @Authorized<Role>('admin')
  @RecentSignIn()
  @Mutation(() => Boolean, {
    description:
      'Deletes a client and everything that belongs to it, and stops its follow-ups. It is hidden at once, and its rows are deleted in the background.',
  })
  async deleteClient(@IdArg('client') id: string, @Ctx() ctx: Context): Promise<boolean> {
    if (!isUUID(id)) throw fail('NOT_FOUND', 'Client not found');
    if (!(await markClientDeleting(ctx, id))) throw fail('NOT_FOUND', 'Client not found');
    return true;
  }
}
