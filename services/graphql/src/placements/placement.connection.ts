import { IsOptional, IsUUID } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { Placement } from './placement.entity';

export const PlacementConnection = connectionType(Placement, 'Placement', 'placements');

@InputType({ description: 'Filters placements. Fields that are omitted or null match all.' })
class PlacementFilter {
  @Field(() => ID, { nullable: true, description: 'The campaign that the code opens.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the code opens a campaign. False finds those whose campaign was deleted.',
  })
  hasCampaign?: boolean | null;
}

const order = orderType('Placement', 'placements', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the placement was created.' },
  name: { by: 'item.name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class PlacementArgs extends connectionArgs(PlacementFilter, order) {}

/** The placements of a client, newest first by default. */
export function placementList({ filter, orderBy }: PlacementArgs): List<Placement> {
  const conditions = new Conditions();
  conditions.equal('item.campaign_id', filter?.campaignId);
  conditions.equal('(item.campaign_id IS NOT NULL)', filter?.hasCampaign);
  return { entity: Placement, parent: 'item.client_id', conditions, sort: order.toSort(orderBy) };
}
