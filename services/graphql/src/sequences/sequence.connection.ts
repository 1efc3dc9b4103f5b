import { IsOptional, IsUUID } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { Sequence, SequenceStatus } from './sequence.entity';

export const SequenceConnection = connectionType(Sequence, 'Sequence', 'sequences');

@InputType({ description: 'Filters sequences. Fields that are omitted or null match all.' })
class SequenceFilter {
  @Field(() => ID, { nullable: true, description: 'The campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => SequenceStatus, { nullable: true, description: 'The status.' })
  status?: SequenceStatus | null;
}

const order = orderType('Sequence', 'sequences', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the sequence was created.' },
  name: { by: 'item.name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class SequenceArgs extends connectionArgs(SequenceFilter, order) {}

/** The sequences of a client or of a campaign. */
export function sequenceList(
  parent: 'item.client_id' | 'item.campaign_id',
  { filter, orderBy }: SequenceArgs,
): List<Sequence> {
  const conditions = new Conditions();
  conditions.equal('item.campaign_id', filter?.campaignId);
  conditions.equal('item.status', filter?.status);
  return {
    entity: Sequence,
    parent,
    conditions,
    sort: order.toSort(orderBy),
  };
}
