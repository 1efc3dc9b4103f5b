import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { ApiKey } from './api-key.entity';

export const ApiKeyConnection = connectionType(ApiKey, 'ApiKey', 'API keys');

@InputType({ description: 'Filters API keys. Fields that are omitted or null match all.' })
class ApiKeyFilter {
  @Field(() => Boolean, { nullable: true, description: 'Whether the key is revoked.' })
  revoked?: boolean | null;
}

const apiKeyOrder = orderType('ApiKey', 'API keys', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the key was created.' },
});

@ArgsType()
export class ApiKeyArgs extends connectionArgs(ApiKeyFilter, apiKeyOrder) {}

/** The API keys of a client or, with null, of the agency. */
export function apiKeyList(clientId: string | null, { filter, orderBy }: ApiKeyArgs): List<ApiKey> {
  const conditions = new Conditions();
  if (clientId === null) conditions.add('item.client_id IS NULL');
  else conditions.equal('item.client_id', clientId);
  if (filter?.revoked != null) conditions.add(`item.revoked_at IS ${filter.revoked ? 'NOT ' : ''}NULL`);
  return { entity: ApiKey, conditions, sort: apiKeyOrder.toSort(orderBy) };
}
