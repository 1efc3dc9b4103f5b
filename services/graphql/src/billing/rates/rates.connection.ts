import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { orderType } from '../../api/connections/ordering';
import { Rates } from './rates.entity';

export const RatesConnection = connectionType(Rates, 'Rates', 'rates');

@InputType({ description: 'Filters rates. Fields that are omitted or null match all.' })
class RatesFilter {
  @Field(() => ID, { nullable: true, description: 'The client.' })
  clientId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the rates are those of all clients.' })
  ofAllClients?: boolean | null;
}

const order = orderType('Rates', 'rates', {
  changedAt: { by: 'item.changed_at', type: 'time', description: 'When the rates were set.' },
  fromMonth: { by: 'item.from_month', type: 'text', description: 'The first month that the rates apply to.' },
});

@ArgsType()
export class RatesArgs extends connectionArgs(RatesFilter, order) {}

/** The rates that were set for all clients and for single ones, with those that newer ones replace. */
export function ratesList({ filter, orderBy }: RatesArgs): List<Rates> {
  const conditions = new Conditions();
  conditions.equal('item.client_id::text', filter?.clientId?.toLowerCase());
  conditions.equal('(item.client_id IS NULL)', filter?.ofAllClients);
  return { entity: Rates, conditions, sort: order.toSort(orderBy) };
}
