import {
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { DASHBOARD, openDashboard, openOwned, type Role } from '../../access/access';
import { Id } from '../../api/arguments';
import type { Context } from '../../api/context';
import { findSpam } from './find-spam';
import { Lead } from '../lead.entity';
import { restoreSpamLead } from './restore-spam-lead';
import { SpamLead } from './spam-lead.entity';
import { SpamLeadsArgs } from './spam-lead.inputs';

@ObjectType({ simpleResolvers: true, description: 'One page of what looks like spam.' })
class SpamLeadPage {
  @Field(() => [SpamLead], { description: 'The page.' })
  items!: SpamLead[];
  @Field(() => Int, { description: 'How many there are on all pages.' })
  total!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What became of a submission that is no spam.' })
class RestoredLead {
  @Field(() => ID, { description: 'The lead’s id.' })
  id!: string;
  @Field(() => Boolean, {
    description:
      'The monthly lead limit has no room for it yet: it is kept, hidden from the client, and followed up once there is.',
  })
  held!: boolean;
}

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(SpamLead, { id });
/** The same, or the lead that it has become: who says so a second time is answered as the first. */
const findEither = (ctx: Context) => async (id: string) =>
  (await find(ctx)(id)) ?? ctx.dataSource.manager.findOneBy(Lead, { id });

@Resolver(() => SpamLead)
export class SpamLeadResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => SpamLeadPage, {
    description: 'Submissions to a client that look like a robot’s, newest first. They are in no other list or count.',
  })
  async spamLeads(@Args(() => SpamLeadsArgs) args: SpamLeadsArgs, @Ctx() ctx: Context): Promise<SpamLeadPage> {
    await openDashboard(ctx, args.clientId);
    return findSpam(ctx.dataSource.manager, args);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => RestoredLead, {
    description: 'Says that a submission is no spam: it becomes a lead, and its sequences start.',
  })
  async restoreSpamLead(@Id('The submission’s') id: string, @Ctx() ctx: Context): Promise<RestoredLead> {
    const { clientId } = await openOwned<{ clientId: string }>(ctx, id, findEither(ctx), 'Submission');
    return restoreSpamLead(ctx, id, clientId);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Boolean, { description: 'Deletes a submission that is spam.' })
  async deleteSpamLead(@Id('The submission’s') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await openOwned(ctx, id, find(ctx), 'Submission');
    await ctx.dataSource.manager.delete(SpamLead, { id });
    return true;
  }

  @FieldResolver(() => String, { description: 'The name of its campaign.' })
  campaignName(@Root() { campaignId }: SpamLead, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.campaignName.load(campaignId);
  }
}
