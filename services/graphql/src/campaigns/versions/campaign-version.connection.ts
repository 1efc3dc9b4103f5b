import { ArgsType } from 'type-graphql';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { orderType } from '../../api/connections/ordering';
import { CampaignVersion } from './campaign-version.entity';

export const CampaignVersionConnection = connectionType(CampaignVersion, 'CampaignVersion', 'versions');

const order = orderType('CampaignVersion', 'versions', {
  number: { by: 'item.number', type: 'number', description: 'The number of the version.' },
});

@ArgsType()
export class CampaignVersionArgs extends connectionArgs(null, order) {}

/** The versions of a campaign, newest first by default. */
export const campaignVersionList = ({ orderBy }: CampaignVersionArgs): List<CampaignVersion> => ({
  entity: CampaignVersion,
  parent: 'item.campaign_id',
  sort: order.toSort(orderBy),
});
