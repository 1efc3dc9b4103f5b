import { isUUID } from 'class-validator';
import { Arg, Args, Authorized, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { IsNull } from 'typeorm';
import { authorizeBuilder, BUILDER_ROLES, loadOwned, type Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import { type Connection, findConnection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { RecentSignIn } from '../sessions/recent-sign-in';
import { ApiKeyArgs, ApiKeyConnection, apiKeyList } from './api-key.connection';
import { ApiKey } from './api-key.entity';
import { CreateApiKeyInput } from './api-key.inputs';
import { createApiKey } from './create-api-key';

@ObjectType({ simpleResolvers: true, description: 'An API key with its token, which is returned only once.' })
class ApiKeyWithToken extends ApiKey {
  @Field(() => String, {
    description:
      'The token to send as `Authorization: Bearer`: `apikey_` followed by 43 characters. Store it, because it is not returned again.',
  })
  token!: string;
}

const OwnerArg = () =>
  Arg('clientId', () => ID, {
    nullable: true,
    description: 'The ID of the client. Omit it for the keys of the agency, which only administrators manage.',
  });

/** Checks that the caller may manage the keys of an owner. Returns the client's ID, or null for the agency. */
async function authorizeOwner(ctx: Context, clientId: string | null | undefined): Promise<string | null> {
  if (clientId != null) return (await authorizeBuilder(ctx, clientId)).id;
  if (ctx.actor.role !== 'admin') throw fail('FORBIDDEN', 'You do not have permission to do this.');
  return null;
}

@Resolver()
export class ApiKeyResolver {
  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => ApiKeyConnection, {
    description:
      'Lists the API keys of a client or of the agency, with those that were revoked in the last 30 days, newest first by default.',
  })
  async apiKeys(
    @OwnerArg() clientId: string | null,
    @Args(() => ApiKeyArgs) args: ApiKeyArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<ApiKey>> {
    const owner = await authorizeOwner(ctx, clientId);
    return findConnection(ctx.dataSource.manager, apiKeyList(owner, args), args);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @RecentSignIn()
  @Mutation(() => ApiKeyWithToken, {
    description:
      'Creates an API key. Its token is returned only in this response. A client or the agency can have at most 50 keys.',
  })
  async createApiKey(
    @OwnerArg() clientId: string | null,
    @InputArg(() => CreateApiKeyInput, 'The new API key.') input: CreateApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<ApiKeyWithToken> {
    return createApiKey(ctx, await authorizeOwner(ctx, clientId), input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @RecentSignIn()
  @Mutation(() => ApiKey, { description: 'Revokes an API key immediately and for good.' })
  async revokeApiKey(@IdArg('API key') id: string, @Ctx() ctx: Context): Promise<ApiKey> {
    const { manager } = ctx.dataSource;
    const find = (keyId: string) => manager.findOneBy(ApiKey, { id: keyId });
    // Row-level security shows the agency's keys only to administrators.
    const key = isUUID(id) ? await find(id) : null;
    if (key?.clientId !== null)
      await loadOwned(
        ctx,
        id,
        (keyId) => find(keyId) as Promise<(ApiKey & { clientId: string }) | null>,
        'API key',
        authorizeBuilder,
      );
    await manager.update(ApiKey, { id, revokedAt: IsNull() }, { revokedAt: new Date() });
    return manager.findOneByOrFail(ApiKey, { id });
  }
}
