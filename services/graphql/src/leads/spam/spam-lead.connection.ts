import { IsOptional, IsUUID } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { orderType } from '../../api/connections/ordering';
import { submissionSize } from '../lead.connection';
import { SpamLead, SpamReason } from './spam-lead.entity';

export const SpamLeadConnection = connectionType(SpamLead, 'SpamLead', 'submissions');

@InputType({ description: 'Filters suspected spam. Fields that are omitted or null match all.' })
class SpamLeadFilter {
  @Field(() => ID, { nullable: true, description: 'The campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => SpamReason, { nullable: true, description: 'Why it was classified as spam.' })
  reason?: SpamReason | null;
}

const order = orderType('SpamLead', 'submissions', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the form was submitted.' },
});

@ArgsType()
export class SpamLeadArgs extends connectionArgs(SpamLeadFilter, order) {}

/** The suspected spam of a client. */
export function spamLeadList({ filter, orderBy }: SpamLeadArgs): List<SpamLead> {
  const conditions = new Conditions();
  conditions.equal('item.campaign_id', filter?.campaignId);
  conditions.equal('item.reason', filter?.reason);
  return {
    entity: SpamLead,
    parent: 'item.client_id',
    conditions,
    sort: order.toSort(orderBy),
    size: submissionSize('item'),
  };
}
