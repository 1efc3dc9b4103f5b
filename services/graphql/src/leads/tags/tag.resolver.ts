import { MAX_CLIENT_TAGS, MAX_LEAD_TAGS } from '@dripline/contract/limits';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { OpenedField } from '../../access/access';
import type { Context } from '../../api/context';
import { Client } from '../../clients/client.entity';
import { Lead } from '../lead.entity';

@Resolver(() => Lead)
export class LeadTagResolver {
  @FieldResolver(() => [String], { description: `The tags of the lead, at most ${MAX_LEAD_TAGS}, from A to Z.` })
  tags(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<string[]> {
    return loaders.leadTags.load(id);
  }
}

@Resolver(() => Client)
export class ClientTagResolver {
  @OpenedField()
  @FieldResolver(() => [String], {
    description: `The tags that the client’s leads have, at most ${MAX_CLIENT_TAGS}, from A to Z.`,
  })
  tags(@Root() { id }: Client, @Ctx() { loaders }: Context): Promise<string[]> {
    return loaders.clientTags.load(id);
  }
}
