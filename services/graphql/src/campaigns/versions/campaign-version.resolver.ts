import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { Campaign } from '../campaign.entity';
import { CampaignVersionArgs, CampaignVersionConnection, campaignVersionList } from './campaign-version.connection';
import type { CampaignVersion } from './campaign-version.entity';

@Resolver(() => Campaign)
export class CampaignVersionsResolver {
  @FieldResolver(() => CampaignVersionConnection, {
    description: 'The versions that were published, newest first by default.',
  })
  versions(
    @Root() { id }: Campaign,
    @Args(() => CampaignVersionArgs) args: CampaignVersionArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<CampaignVersion>> {
    return loaders.connection(campaignVersionList(args), id, args);
  }
}
