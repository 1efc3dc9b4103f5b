import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { BUILDER, DASHBOARD, openBuilder, openDashboard, openOwned, type Role } from '../access/access';
import { ClientId, Id, Input } from '../api/arguments';
import type { Context } from '../api/context';
import { doomMedia } from '../files/mark-for-deletion';
import { removeDoomed } from '../jobs/sweep-objects';
import { Sequence } from '../sequences/sequence.entity';
import { tellGone } from '../enrollments/wake-enrollments';
import { Campaign } from './campaign.entity';
import { mediaOf } from './check-media';
import { CreateCampaignInput, UpdateCampaignInput } from './campaign.inputs';
import { FormField } from './form-field.entity';
import { landingUrl } from './landing-url';
import { createCampaign, updateCampaign } from './save-campaign';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Campaign, { id });

@Resolver(() => Campaign)
export class CampaignResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => [Campaign], { description: 'A client’s campaigns, newest first.' })
  async campaigns(@ClientId() clientId: string, @Ctx() ctx: Context): Promise<Campaign[]> {
    const client = await openDashboard(ctx, clientId);
    return ctx.dataSource.manager.find(Campaign, {
      where: { clientId: client.id },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  @Authorized<Role>(...DASHBOARD)
  @Query(() => Campaign, { description: 'A campaign by id.' })
  campaign(@Id('The campaign’s') id: string, @Ctx() ctx: Context): Promise<Campaign> {
    return openOwned(ctx, id, find(ctx), 'Campaign');
  }

  @Authorized<Role>(...BUILDER)
  @Mutation(() => Campaign, {
    description: 'Creates a campaign. Fails with LIMIT_REACHED when the client’s monthly limit is used up.',
  })
  async createCampaign(
    @ClientId() clientId: string,
    @Input(() => CreateCampaignInput, 'The new campaign.') input: CreateCampaignInput,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return createCampaign(ctx, await openBuilder(ctx, clientId), input);
  }

  @Authorized<Role>(...BUILDER)
  @Mutation(() => Campaign, { description: 'Updates a campaign.' })
  async updateCampaign(
    @Id('The campaign’s') id: string,
    @Input(() => UpdateCampaignInput, 'The fields to update.') input: UpdateCampaignInput,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return updateCampaign(ctx, await openOwned(ctx, id, find(ctx), 'Campaign', openBuilder), input);
  }

  @Authorized<Role>(...BUILDER)
  @Mutation(() => Boolean, {
    description: 'Deletes a campaign with its leads and sequences, and stops their follow-ups.',
  })
  async deleteCampaign(@Id('The campaign’s') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const campaign = await openOwned(ctx, id, find(ctx), 'Campaign', openBuilder);
    await ctx.dataSource.transaction(async (db) => {
      const sequences = await db.find(Sequence, { select: { id: true }, where: { campaignId: campaign.id } });
      for (const sequence of sequences) await tellGone(db, { sequenceId: sequence.id });
      await db.delete(Campaign, { id: campaign.id });
      await doomMedia(db, Object.values(mediaOf(campaign)));
    });
    ctx.followUps.nudge();
    void removeDoomed(ctx);
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
