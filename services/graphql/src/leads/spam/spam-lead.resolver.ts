import { Authorized, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, loadOwned, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { Campaign } from '../../campaigns/campaign.entity';
import { Client } from '../../clients/client.entity';
import { Lead } from '../lead.entity';
import { restoreSpamLead } from './restore-spam-lead';
import { SpamLead } from './spam-lead.entity';

@ObjectType({ simpleResolvers: true, description: 'The lead that a restored submission became.' })
class RestoredLead {
  @Field(() => ID, { description: 'The ID of the lead.' })
  id!: string;
  @Field(() => Boolean, {
    description:
      'Whether the lead is over the monthly limit. Held leads are hidden from the client until the limit allows them.',
  })
  held!: boolean;
}

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(SpamLead, { id });
/** Finds a submission or the lead that it became, so that restoring twice returns the same result. */
const findEither = (ctx: Context) => async (id: string) =>
  (await find(ctx)(id)) ?? ctx.dataSource.manager.findOneBy(Lead, { id });

@Resolver(() => SpamLead)
export class SpamLeadResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => RestoredLead, {
    description: 'Restores a submission that is not spam. It becomes a lead and starts its sequences.',
  })
  async restoreSpamLead(@IdArg('submission') id: string, @Ctx() ctx: Context): Promise<RestoredLead> {
    const { clientId } = await loadOwned<{ clientId: string }>(ctx, id, findEither(ctx), 'Submission');
    return restoreSpamLead(ctx, id, clientId);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a spam submission.' })
  async deleteSpamLead(@IdArg('submission') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await loadOwned(ctx, id, find(ctx), 'Submission');
    await ctx.dataSource.manager.delete(SpamLead, { id });
    return true;
  }

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: SpamLead, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => Campaign, { description: 'The campaign whose form was submitted.' })
  campaign(@Root() { campaignId }: SpamLead, @Ctx() { loaders }: Context): Promise<Campaign> {
    return loaders.campaign.load(campaignId);
  }

  @FieldResolver(() => String, { description: 'The name of the campaign.' })
  async campaignName(@Root() { campaignId }: SpamLead, @Ctx() { loaders }: Context): Promise<string> {
    return (await loaders.campaign.load(campaignId)).name;
  }
}
