import { Args, Authorized, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import {
  BUILDER_ROLES,
  DASHBOARD_ROLES,
  authorizeBuilder,
  authorizeDashboard,
  loadOwned,
  type Role,
} from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { markCampaignDeleting } from '../deletion/mark-deleting';
import { findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { Campaign } from './campaign.entity';
import { CreateCampaignInput, UpdateCampaignInput } from './campaign.inputs';
import { FormField } from './form-field.entity';
import { landingUrl } from './landing-url';
import { createCampaign, updateCampaign } from './save-campaign';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Campaign, { id });

@ObjectType({ simpleResolvers: true, description: 'A page of campaigns.' })
class CampaignPage extends pageOf(Campaign, 'campaigns') {}

@Resolver(() => Campaign)
export class CampaignResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => CampaignPage, { description: 'Lists a client’s campaigns, newest first.' })
  async campaigns(
    @ClientIdArg() clientId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<Campaign>> {
    const { id } = await authorizeDashboard(ctx, clientId);
    return findPage(ctx.dataSource.manager, { entity: Campaign, where: 'item.client_id = $1', values: [id] }, page);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Campaign, { description: 'Returns a campaign.' })
  campaign(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<Campaign> {
    return loadOwned(ctx, id, find(ctx), 'Campaign');
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Campaign, {
    description: 'Creates a campaign. Fails with LIMIT_REACHED when the client’s monthly limit is used up.',
  })
  async createCampaign(
    @ClientIdArg() clientId: string,
    @InputArg(() => CreateCampaignInput, 'The new campaign.') input: CreateCampaignInput,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return createCampaign(ctx, await authorizeBuilder(ctx, clientId), input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Campaign, { description: 'Updates a campaign.' })
  async updateCampaign(
    @IdArg('campaign') id: string,
    @InputArg(() => UpdateCampaignInput, 'The fields to update.') input: UpdateCampaignInput,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return updateCampaign(ctx, await loadOwned(ctx, id, find(ctx), 'Campaign', authorizeBuilder), input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Boolean, {
    description: 'Deletes a campaign with its leads and sequences, and stops their follow-ups.',
  })
  async deleteCampaign(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const campaign = await loadOwned(ctx, id, find(ctx), 'Campaign', authorizeBuilder);
    await markCampaignDeleting(ctx, campaign);
    return true;
  }

  @FieldResolver(() => [FormField], { description: 'The fields of the form, in order.' })
  formFields(@Root() { id }: Campaign, @Ctx() { loaders }: Context): Promise<FormField[]> {
    return loaders.formFields.load(id);
  }

  @FieldResolver(() => String, { description: 'The public URL of the landing page.' })
  landingUrl(@Root() campaign: Campaign, @Ctx() ctx: Context): Promise<string> {
    return landingUrl(ctx, campaign);
  }
}
