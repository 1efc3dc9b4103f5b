import { MAX_MEMBERS } from '@dripline/contract/limits';
import { Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { OpenedField } from '../../access/access';
import type { Context } from '../../api/context';
import { Client } from '../../clients/client.entity';
import { Lead } from '../lead.entity';

@ObjectType({ simpleResolvers: true, description: 'A member of a client’s team who can own leads.' })
export class LeadOwner {
  @Field(() => ID, { description: 'The ID of the member.' })
  id!: string;

  @Field(() => String, { description: 'The name of the member.' })
  name!: string;
}

@Resolver(() => Lead)
export class LeadOwnerResolver {
  @FieldResolver(() => LeadOwner, { nullable: true, description: 'The member of the client’s team who owns the lead.' })
  owner(@Root() { ownerId }: Lead, @Ctx() { loaders }: Context): Promise<LeadOwner | null> | null {
    return ownerId === null ? null : loaders.leadOwner.load(ownerId);
  }
}

@Resolver(() => Client)
export class ClientLeadOwnersResolver {
  @OpenedField()
  @FieldResolver(() => [LeadOwner], {
    description: `The members of the client’s team, who can own leads, at most ${MAX_MEMBERS}, from A to Z.`,
  })
  leadOwners(@Root() { id }: Client, @Ctx() { loaders }: Context): Promise<LeadOwner[]> {
    return loaders.leadOwners.load(id);
  }
}
