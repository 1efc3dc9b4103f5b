import { Args, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { authorizeBuilder, BUILDER_ROLES, loadOwned, type Role } from '../../access/access';
import { IdArg, InputArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { CampaignDraft } from '../../drafts/draft.entity';
import { PublishAtArgs, toDraft } from '../../drafts/to-draft';
import { Campaign } from '../campaign.entity';
import { UpdateCampaignInput } from '../campaign.inputs';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Campaign, { id });

@Resolver(() => Campaign)
export class CampaignDraftResolver {
  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Campaign, {
    description: 'Saves changes of a campaign without publishing them. A campaign has one draft, which it replaces.',
  })
  async saveCampaignDraft(
    @IdArg('campaign') id: string,
    @InputArg(() => UpdateCampaignInput, 'The changed fields.') input: UpdateCampaignInput,
    @Args(() => PublishAtArgs) { publishAt }: PublishAtArgs,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    const campaign = await loadOwned(ctx, id, find(ctx), 'Campaign', authorizeBuilder);
    const draft = { campaignId: campaign.id, ...(await toDraft(ctx, campaign.clientId, input, publishAt)) };
    await ctx.dataSource.manager.upsert(CampaignDraft, draft, ['campaignId']);
    return campaign;
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Campaign, { description: 'Deletes the draft of a campaign, if it has one.' })
  async deleteCampaignDraft(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<Campaign> {
    const campaign = await loadOwned(ctx, id, find(ctx), 'Campaign', authorizeBuilder);
    await ctx.dataSource.manager.delete(CampaignDraft, { campaignId: campaign.id });
    return campaign;
  }

  @FieldResolver(() => CampaignDraft, { nullable: true, description: 'Changes that are not published yet.' })
  draft(@Root() { id }: Campaign, @Ctx() { loaders }: Context): Promise<CampaignDraft | null> {
    return loaders.campaignDraft.load(id);
  }
}
