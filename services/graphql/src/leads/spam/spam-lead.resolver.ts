import { IsOptional, IsUUID } from 'class-validator';
import {
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, loadOwned, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { findPage, type Page, PageArgs, pageOf } from '../../api/pagination';
import { formDataSize } from '../find-leads';
import { Lead } from '../lead.entity';
import { restoreSpamLead } from './restore-spam-lead';
import { SpamLead } from './spam-lead.entity';

/** Filters suspected spam. */
@ArgsType()
class SpamFilter {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => ID, { nullable: true, description: 'Filters by campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A page of suspected spam.' })
class SpamLeadPage extends pageOf(SpamLead, 'submissions') {}

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
  @Query(() => SpamLeadPage, {
    description: 'Lists a client’s suspected spam, newest first. It is not included in any other list or count.',
  })
  async spamLeads(
    @Args(() => SpamFilter) { clientId, campaignId }: SpamFilter,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<SpamLead>> {
    const { id } = await authorizeDashboard(ctx, clientId);
    const where = `item.client_id = $1 ${campaignId ? 'AND item.campaign_id = $2' : ''}`;
    const values = campaignId ? [id, campaignId] : [id];
    return findPage(ctx.dataSource.manager, { entity: SpamLead, where, values, size: formDataSize('item') }, page);
  }

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

  @FieldResolver(() => String, { description: 'The name of the campaign.' })
  campaignName(@Root() { campaignId }: SpamLead, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.campaignName.load(campaignId);
  }
}
