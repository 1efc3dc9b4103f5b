import { Arg, Args, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { BUILDER_ROLES, DASHBOARD_ROLES, authorizeBuilder, loadOwned, type Role } from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import { VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { markCampaignDeleting } from '../deletion/mark-deleting';
import type { Connection } from '../api/connections/connections';
import { Client } from '../clients/client.entity';
import { LeadArgs, LeadConnection, leadList } from '../leads/lead.connection';
import type { Lead } from '../leads/lead.entity';
import { SequenceArgs, SequenceConnection, sequenceList } from '../sequences/sequence.connection';
import type { Sequence } from '../sequences/sequence.entity';
import { Campaign } from './campaign.entity';
import { CreateCampaignInput, UpdateCampaignInput } from './campaign.inputs';
import { FormField } from './form-field.entity';
import { landingUrl } from './landing-url';
import { deleteDraft } from '../drafts/delete-draft';
import { nameOfAccount } from '../sessions/name-of-account';
import { createCampaign, updateCampaign } from './save-campaign';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Campaign, { id });

@Resolver(() => Campaign)
export class CampaignResolver {
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
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Arg('draftSavedAt', () => Date, {
      nullable: true,
      description: 'The `savedAt` of the draft that the change contains. That draft is deleted, and a newer one stays.',
    })
    draftSavedAt: Date | null,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    const campaign = await loadOwned(ctx, id, find(ctx), 'Campaign', authorizeBuilder);
    const publishedBy = await nameOfAccount(ctx, campaign.clientId);
    return updateCampaign(ctx, campaign, input, {
      ...{ publishedBy, expectedVersion },
      ...(draftSavedAt && {
        inTransaction: (db) => deleteDraft(db, { campaignId: campaign.id, savedAt: draftSavedAt }),
      }),
    });
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

  @FieldResolver(() => Client, { description: 'The client that owns the campaign.' })
  client(@Root() { clientId }: Campaign, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => LeadConnection, {
    description: 'The campaign’s leads, newest first by default. Held leads are listed for administrators only.',
  })
  leads(
    @Root() { id }: Campaign,
    @Args(() => LeadArgs) args: LeadArgs,
    @Ctx() { actor, loaders }: Context,
  ): Promise<Connection<Lead>> {
    return loaders.connection(leadList('lead.campaign_id', args, actor.role === 'admin'), id, args);
  }

  @FieldResolver(() => SequenceConnection, {
    description: 'The sequences that follow up the campaign’s leads, newest first by default.',
  })
  sequences(
    @Root() { id }: Campaign,
    @Args(() => SequenceArgs) args: SequenceArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Sequence>> {
    return loaders.connection(sequenceList('item.campaign_id', args), id, args);
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
