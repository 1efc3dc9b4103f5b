import { Args, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Role } from '../access/access';
import { ClientIdArg, InputArg } from '../api/arguments';
import { VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { Sender } from './sender.entity';
import { SenderInput } from './sender.inputs';
import { removeSender, setSender } from './set-sender';

@Resolver(() => Client)
export class SenderResolver {
  @FieldResolver(() => Sender, {
    nullable: true,
    description: 'The client’s own sender, or null if its messages are sent from the one that clients share.',
  })
  sender(@Root() { id }: Client, @Ctx() { loaders }: Context): Promise<Sender | null> {
    return loaders.sender.load(id);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Client, {
    description:
      'Sets the sender of a client’s messages. Messages that were held because the provider rejected it are released.',
  })
  setSender(
    @ClientIdArg() clientId: string,
    @InputArg(() => SenderInput, 'The sender.') input: SenderInput,
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    return setSender(ctx, clientId, input, expectedVersion);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Client, {
    description: 'Removes a client’s sender, so that its messages are sent from the one that clients share.',
  })
  removeSender(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<Client> {
    return removeSender(ctx, clientId);
  }
}
