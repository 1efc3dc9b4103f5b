import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { LimitChange } from './limit-change.entity';

export const LimitChangeConnection = connectionType(LimitChange, 'LimitChange', 'changes');

@InputType({ description: 'Filters changes of limits. Fields that are omitted or null match all.' })
class LimitChangeFilter {
  @Field(() => ID, { nullable: true, description: 'The client.' })
  clientId?: string | null;
}

const order = orderType('LimitChange', 'changes of limits', {
  changedAt: { by: 'item.changed_at', type: 'time', description: 'When the limit was changed.' },
});

@ArgsType()
export class LimitChangeArgs extends connectionArgs(LimitChangeFilter, order) {}

/** Changes of limits, of one client or of all. */
export function limitChangeList({ filter, orderBy }: LimitChangeArgs): List<LimitChange> {
  const conditions = new Conditions();
  conditions.equal('item.client_id::text', filter?.clientId?.toLowerCase());
  return { entity: LimitChange, conditions, sort: order.toSort(orderBy) };
}
