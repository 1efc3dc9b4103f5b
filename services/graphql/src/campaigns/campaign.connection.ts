import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { Campaign, CampaignStatus } from './campaign.entity';

export const CampaignConnection = connectionType(Campaign, 'Campaign', 'campaigns');

@InputType({ description: 'Filters campaigns. Fields that are omitted or null match all.' })
class CampaignFilter {
  @Field(() => CampaignStatus, { nullable: true, description: 'The status.' })
  status?: CampaignStatus | null;
}

const order = orderType('Campaign', 'campaigns', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the campaign was created.' },
  name: { by: 'item.name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class CampaignArgs extends connectionArgs(CampaignFilter, order) {}

/** The campaigns of a client. */
export function campaignList({ filter, orderBy }: CampaignArgs): List<Campaign> {
  const conditions = new Conditions();
  conditions.equal('item.status', filter?.status);
  return {
    entity: Campaign,
    parent: 'item.client_id',
    conditions,
    sort: order.toSort(orderBy),
  };
}
