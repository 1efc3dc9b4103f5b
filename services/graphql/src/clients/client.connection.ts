import { MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { Client, ClientStatus } from './client.entity';

export const ClientConnection = connectionType(Client, 'Client', 'clients');

@InputType({ description: 'Filters clients. Fields that are omitted or null match all.' })
class ClientFilter {
  @Field(() => String, { nullable: true, description: 'A part of the business name, contact email or username.' })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;

  @Field(() => ClientStatus, { nullable: true, description: 'The status.' })
  status?: ClientStatus | null;
}

const order = orderType('Client', 'clients', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the client was added.' },
  businessName: { by: 'item.business_name', type: 'text', description: 'The business name.' },
});

@ArgsType()
export class ClientArgs extends connectionArgs(ClientFilter, order) {}

/** All clients. */
export function clientList({ filter, orderBy }: ClientArgs): List<Client> {
  const conditions = new Conditions();
  conditions.equal('item.status', filter?.status);
  conditions.contains(`concat_ws(' ', item.business_name, item.contact_email, item.username)`, filter?.search);
  return { entity: Client, conditions, sort: order.toSort(orderBy) };
}
