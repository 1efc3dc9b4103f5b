import { Args, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../api/context';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { PlaybookCopy } from './playbook-copy.entity';
import { VersionNumberArgs } from './playbook.inputs';
import { MAX_PLAYBOOK_CHANGES, PlaybookChange, PlaybookFigures } from './playbook.types';

@Resolver(() => PlaybookCopy)
export class PlaybookCopyResolver {
  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: PlaybookCopy, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => Campaign, { description: 'The client’s campaign.' })
  campaign(@Root() { campaignId }: PlaybookCopy, @Ctx() { loaders }: Context): Promise<Campaign> {
    return loaders.campaign.load(campaignId);
  }

  @Extensions({ maxItems: MAX_PLAYBOOK_CHANGES })
  @FieldResolver(() => [PlaybookChange], {
    description: 'What pushing a version would change, and what the client would keep.',
  })
  async changes(
    @Root() copy: PlaybookCopy,
    @Args(() => VersionNumberArgs) { number }: VersionNumberArgs,
    @Ctx() { loaders }: Context,
  ): Promise<PlaybookChange[]> {
    return (await loaders.playbookPush.load({ copy, number })).changes;
  }

  @FieldResolver(() => PlaybookFigures, { description: 'The figures of the campaign.' })
  async figures(@Root() { campaignId }: PlaybookCopy, @Ctx() { loaders }: Context): Promise<PlaybookFigures> {
    const { totalViews, totalLeads, conversions } = await loaders.campaignStats.load(campaignId);
    return { views: totalViews, leads: totalLeads, qualified: conversions };
  }
}
